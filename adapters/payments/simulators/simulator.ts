import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import { NO_DEFAULTS } from '#/domain/ports/platform-defaults.ts';
import type { Cents } from '#/domain/values/money.ts';
import type { PaymentMethod } from '#/domain/ports/charge.ts';
import { CERTIFICATE_PATH, sendJson } from '#/adapters/payments/evidence/case-server.ts';
import { nameOf } from '#/adapters/payments/evidence/evidence.ts';
import { address as billingAddress } from '#/adapters/payments/evidence/samples.ts';
import type { ProviderCases } from '#/adapters/payments/evidence/provider-cases.ts';
import type { Certificates } from './certificates.ts';
import { createEngine, type Engine } from './engine.ts';
import { createAuthentication } from './authentication.ts';
import { bodyOf } from './json-scalars.ts';
import type { ReceivedRequest } from './matching.ts';
import { deliver, deliveryFor } from './notices.ts';
import type { Resource } from './store.ts';

/** The path at the control server. */
export const CLIENT_CERTIFICATE_PATH = '/certificates/client.pem';

export interface Simulator {
  readonly id: string;
  /** The provider id, with `-clients` for the acquirer's other API, which its published client programs use (acquirers.8). */
  readonly name: string;
  readonly label: string;
  readonly url: string;
  /** The account to configure in the product. */
  readonly account: unknown;
  readonly openCharges: () => readonly {
    readonly transactionId: string;
    readonly amount: Cents;
    readonly paymentMethod: PaymentMethod | undefined;
  }[];
  /** False when there is no such open charge. */
  readonly pay: (transactionId: string) => boolean;
  readonly close: () => Promise<void>;
}

export interface SimulatorOptions {
  readonly host: string;
  /** 0 = any free port. */
  readonly port: number;
  readonly controlUrl: string;
  readonly certificates: Certificates;
  /** The URL for providers that do not receive it with each charge. */
  readonly webhookUrl: ((providerId: string) => string) | undefined;
  /** Milliseconds after which a charge pays itself. */
  readonly payAfterMs: number | undefined;
  /** Milliseconds between attempts to deliver a notice. */
  readonly pausesMs: readonly number[];
}

/** Milliseconds after which a pending payout is paid by itself. A look-up pays it at once. */
const PAYOUT_TAKES_MS = 1_000;
const BODY_BYTES_MAX = 50 * 1024 * 1024;

const readRequest = async (request: IncomingMessage): Promise<ReceivedRequest> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BODY_BYTES_MAX) throw new RangeError('too large');
    chunks.push(chunk);
  }
  const url = new URL(request.url ?? '/', 'http://simulator.invalid');
  const headers = request.headers as ReceivedRequest['headers'];
  return {
    method: request.method ?? 'GET',
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers,
    body: bodyOf(Buffer.concat(chunks).toString('utf8'), headers['content-type'] ?? ''),
  };
};

export const listen = async (server: Server, host: string, port: number): Promise<number> => {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  return address !== null && typeof address === 'object' ? address.port : 0;
};

export const closeServer = async (server: Server): Promise<void> => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
};

/** The billing address, for providers that need one for every card. */
const billingOf = ({ provider, account }: ProviderCases<never>, url: string): object => {
  const methods = provider.addressRequiredFor?.(provider.account.parse(account(url))) ?? [];
  return methods.includes('CREDIT_CARD') ? { billingAddress } : {};
};

/** The cases' account at this host; its client certificate is fetched from the control server. */
const createAccount = (
  providerCases: ProviderCases<never>,
  url: string,
  controlUrl: string,
): unknown =>
  JSON.parse(
    JSON.stringify({
      ...(providerCases.account(url) as object),
      ...billingOf(providerCases, url),
    }).replaceAll(`${url}${CERTIFICATE_PATH}`, `${controlUrl}${CLIENT_CERTIFICATE_PATH}`),
  );

const needsCertificate = ({ provider, account }: ProviderCases<never>): boolean =>
  Object.values(
    provider.channels(provider.account.parse(account('https://any.invalid')), NO_DEFAULTS),
  ).some(({ certificate }) => certificate !== undefined);

const transactionIdOf = ({ roles }: Resource): string => roles.get('transactionId') ?? '';

const reply = async (engine: Engine, request: IncomingMessage, response: ServerResponse) => {
  try {
    const { status, json, text } = engine.answer(await readRequest(request));
    if (text === undefined) sendJson(response, status, json);
    else response.writeHead(status).end(text);
  } catch (error) {
    sendJson(response, 500, { message: error instanceof Error ? error.message : String(error) });
  }
};

/** What follows a reply: changes of status, and notices. */
const createFollowUp = (
  providerCases: ProviderCases<never>,
  { webhookUrl, payAfterMs, pausesMs }: SimulatorOptions,
  account: unknown,
) => {
  const ending = new AbortController();
  const { signal } = ending;

  const notify = (resource: Resource): void => {
    const url = resource.webhookUrl ?? webhookUrl?.(providerCases.provider.id);
    const delivery = url && deliveryFor(providerCases, account, resource, randomBytes);
    if (url && delivery) void deliver(url, delivery, { pausesMs, signal });
  };
  const approve = (resource: Resource): boolean => {
    if (resource.status !== 'PENDING') return false;
    resource.status = 'APPROVED';
    notify(resource);
    return true;
  };
  const approveAfter = async (ms: number, resource: Resource): Promise<void> => {
    await wait(ms, undefined, { signal }).catch(() => undefined);
    if (!signal.aborted) approve(resource);
  };

  return {
    approve,
    settle: (resource: Resource): void => {
      if (resource.kind === 'payout') approve(resource);
    },
    follow: (resource: Resource): void => {
      if (resource.status !== 'PENDING') notify(resource);
      else if (resource.kind === 'payout') void approveAfter(PAYOUT_TAKES_MS, resource);
      else if (resource.kind === 'charge' && payAfterMs !== undefined)
        void approveAfter(payAfterMs, resource);
    },
    end: (): void => ending.abort(),
  };
};

export const startSimulator = async (
  providerCases: ProviderCases<never>,
  options: SimulatorOptions,
): Promise<Simulator> => {
  const { host, port, controlUrl, certificates } = options;
  const isTls = needsCertificate(providerCases);
  let handle = (_request: IncomingMessage, response: ServerResponse): void => {
    sendJson(response, 503, {});
  };
  const listener = (request: IncomingMessage, response: ServerResponse): void =>
    handle(request, response);
  const { ca, serverKey: key } = certificates;
  const server = isTls
    ? createTlsServer({ cert: ca, key, ca, requestCert: true, rejectUnauthorized: true }, listener)
    : createServer(listener);
  const url = `${isTls ? 'https' : 'http'}://${host}:${await listen(server, host, port)}`;

  const { provider } = providerCases;
  const account = createAccount(providerCases, url, controlUrl);
  const followUp = createFollowUp(providerCases, options, account);
  const channels = provider.channels(provider.account.parse(account), NO_DEFAULTS);
  const engine = createEngine({
    providerCases,
    authentication: createAuthentication(
      Object.values(channels),
      randomBytes,
      providerCases.tokens,
    ),
    now: Date.now,
    random: randomBytes,
    onChange: followUp.follow,
    onLookUp: followUp.settle,
  });
  handle = (request, response) => void reply(engine, request, response);

  return {
    id: provider.id,
    name: nameOf(providerCases),
    label: provider.label,
    url,
    account,
    openCharges: () =>
      engine
        .resources()
        .filter(({ kind, status }) => kind === 'charge' && status === 'PENDING')
        .map((resource) => ({
          transactionId: transactionIdOf(resource),
          amount: resource.amount,
          paymentMethod: resource.paymentMethod,
        })),
    pay: (transactionId) => {
      const resource = engine.chargeOf(transactionId);
      return resource !== undefined && followUp.approve(resource);
    },
    close: async () => {
      followUp.end();
      await closeServer(server);
    },
  };
};
