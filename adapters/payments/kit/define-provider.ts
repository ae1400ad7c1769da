import type { z } from 'zod';

import type {
  NoticeRequest,
  PaymentProvider,
  ProviderNotice,
} from '#/domain/ports/payment-provider.ts';

import type { Authentication } from './auth.ts';
import type { Operation, Wire, WireRequest } from './endpoint.ts';
import { failureOfStatus, unreadableReply } from './failure.ts';
import { scrub } from './scrub.ts';
import { createTransport, DEFAULT_TIMEOUTS } from './transport.ts';
import type { Timeouts, TransportReply } from './transport.ts';

/** What every account at a provider has; each provider adds its own keys. */
export interface ProviderAccount {
  readonly baseUrl: string;
  readonly timeouts?: Partial<Timeouts>;
}

type Capability =
  | 'createTransaction'
  | 'getTransaction'
  | 'refund'
  | 'getRefund'
  | 'withdraw'
  | 'getWithdraw';

type PortFunction<Name extends Capability> = NonNullable<PaymentProvider[Name]>;

/** Present = offered. No provider file says what it cannot do. */
type ProviderOperations<Account> = {
  readonly [Name in Capability]?: Operation<
    Account,
    Parameters<PortFunction<Name>>[0],
    Awaited<ReturnType<PortFunction<Name>>>
  >;
};

export interface ProviderDefinition<Account extends ProviderAccount> {
  /** Also the name of the file. */
  readonly id: string;
  readonly label: string;
  readonly auth: (account: Account) => Authentication;
  readonly operations: ProviderOperations<Account>;
  /** Contract of `PaymentProvider.readNotice`; `now` is epoch milliseconds, for replay windows. */
  readonly readNotice?: (
    request: NoticeRequest,
    account: Account,
    now: number,
  ) => ProviderNotice | undefined;
}

const EXCERPT_LENGTH = 200;

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const createWire = <Account extends ProviderAccount>(
  definition: ProviderDefinition<Account>,
  account: Account,
): Wire<Account> => {
  const authentication = definition.auth(account);
  const transport = createTransport(account.baseUrl, { ...DEFAULT_TIMEOUTS, ...account.timeouts });

  const send = async ({ method, path, body, headers }: WireRequest): Promise<TransportReply> =>
    transport({
      method,
      path,
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(await authentication.headers()),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

  const read = <Reply extends z.ZodType>(
    { method, path }: WireRequest,
    { status, text }: TransportReply,
    schema: Reply,
  ): z.output<Reply> => {
    const call = scrub(`${definition.id} ${method} ${path}`, authentication.secrets);
    if (status < 200 || status > 299) {
      const excerpt = scrub(text, authentication.secrets).slice(0, EXCERPT_LENGTH);
      throw failureOfStatus(method, call, status, excerpt);
    }
    const parsed = schema.safeParse(parseJson(text));
    if (parsed.success) return parsed.data;
    const places = parsed.error.issues.map(({ path: place }) => place.join('.') || 'body');
    throw unreadableReply(method, call, `unexpected ${places.join(', ')}`);
  };

  return {
    account,
    call: async (request, schema) => read(request, await send(request), schema),
    find: async (request, schema) => {
      const reply = await send(request);
      return reply.status === 404 ? undefined : read(request, reply, schema);
    },
  };
};

/** Makes a provider file into what the domain's port asks for, once per account. */
export const defineProvider =
  <Account extends ProviderAccount>(definition: ProviderDefinition<Account>) =>
  (account: Account, now: () => number = Date.now): PaymentProvider => {
    const wire = createWire(definition, account);
    const bind =
      <Input, Output>(operation: Operation<Account, Input, Output>) =>
      (input: Input): Promise<Output> =>
        operation(input, wire);
    const { id, label, operations, readNotice } = definition;
    const { createTransaction, getTransaction, refund, getRefund, withdraw, getWithdraw } =
      operations;
    return {
      id,
      label,
      ...(createTransaction && { createTransaction: bind(createTransaction) }),
      ...(getTransaction && { getTransaction: bind(getTransaction) }),
      ...(refund && { refund: bind(refund) }),
      ...(getRefund && { getRefund: bind(getRefund) }),
      ...(withdraw && { withdraw: bind(withdraw) }),
      ...(getWithdraw && { getWithdraw: bind(getWithdraw) }),
      ...(readNotice && {
        readNotice: (request: NoticeRequest) => readNotice(request, account, now()),
      }),
    };
  };
