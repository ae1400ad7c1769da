import { createHmac } from 'node:crypto';
import type { z } from 'zod';
import type { SentRequest } from '#/adapters/payments/kit/network/exchange.ts';
import { openProvider } from '#/adapters/payments/kit/open-provider.ts';
import { sandbox } from '#/adapters/payments/providers/sandbox.ts';
import { createAnswers } from '#/adapters/payments/sandbox/answers.ts';
import { createCardTokens } from '#/adapters/payments/sandbox/card-tokens.ts';
import type { Notices } from '#/adapters/payments/sandbox/notices.ts';
import { createPayouts, payoutRequest, payoutSchema } from '#/adapters/payments/sandbox/payouts.ts';
import { Problem } from '#/adapters/payments/sandbox/problem.ts';
import {
  createReceivers,
  receiverRequest,
  receiverSchema,
} from '#/adapters/payments/sandbox/receivers.ts';
import { createRefunds, refundRequest, refundSchema } from '#/adapters/payments/sandbox/refunds.ts';
import { openStore } from '#/adapters/payments/sandbox/store.ts';
import {
  transactionRequest,
  transactionSchema,
  type Transaction,
} from '#/adapters/payments/sandbox/transaction.ts';
import { createTransactions } from '#/adapters/payments/sandbox/transactions.ts';
import { parseJson } from '#/domain/values/parse-json.ts';
import { jsonReply, type Bank, type Movement, type Reply, type SentNotice } from './bank.ts';
import type { IsAbsent } from './lag.ts';
import { chanceOf } from '#/scripts/simulation/machine/machine.ts';
import type { World } from '#/scripts/simulation/world.ts';

const URL_OF_IT = 'https://sandbox.example';
const WEBHOOK_SECRET = 'a secret of the simulated sandbox';
/** Milliseconds. */
const SETTLES_AFTER = 300;
const REVIEWED_AFTER = 60_000;

const account = {
  baseUrl: URL_OF_IT,
  secretKey: 'a key of the simulated sandbox',
  webhookSecret: WEBHOOK_SECRET,
};

const CARD = {
  number: '4111111111111111',
  holder: 'BUYER ONE',
  exp_month: 12,
  exp_year: 2030,
  cvv: '123',
};

/** Our id in a document of the sandbox. */
const referenceIn = (document: unknown): string => {
  const { order_id: order, reference } = Object(document);
  return String(order ?? reference);
};

/** Notices signed as the sandbox documents. */
const createNotices = (world: World, tell: (notice: SentNotice) => void): Notices => {
  const { uuid } = chanceOf(world, 'ids of the notices of the sandbox');
  return {
    enqueue: ({ url, type, data }) => {
      const created_at = new Date(world.now).toISOString();
      const body = JSON.stringify({ id: `notice-${uuid()}`, type, created_at, data });
      const seconds = Math.floor(world.now / 1_000);
      const mac = createHmac('sha256', WEBHOOK_SECRET).update(`${seconds}.${body}`).digest('hex');
      const about = referenceIn(data);
      tell({ url, headers: { 'x-sandbox-signature': `t=${seconds},v1=${mac}` }, body, about });
    },
    close: async () => undefined,
  };
};

const movementsOf = (transaction: Transaction): readonly Movement[] => {
  const { status, amount, refunded_amount: refunded } = transaction;
  const about = { reference: transaction.order_id, transactionId: transaction.id };
  if (!['paid', 'partially_refunded', 'refunded'].includes(status)) return [];
  const back: readonly Movement[] =
    refunded > 0 ? [{ kind: 'refund', ...about, amount: -refunded }] : [];
  return [{ kind: 'charge', ...about, amount }, ...back];
};

const OPERATIONS: Readonly<Record<string, string>> = {
  transactions: 'charge',
  refunds: 'refund',
  payouts: 'payout',
  receivers: 'registration',
};

const operationOf = ({ method, path }: SentRequest): string =>
  method === 'GET' ? 'look-up' : (OPERATIONS[path.split('/').at(-1) ?? ''] ?? 'look-up');

const keyOf = ({ headers }: SentRequest): string => {
  const header = Object.entries(headers).find(([name]) => name.toLowerCase() === 'idempotency-key');
  if (!header) throw new Problem(400, 'idempotency_key_required', 'send an Idempotency-Key header');
  return header[1];
};

const parse = <Schema extends z.ZodType>(
  schema: Schema,
  { body }: SentRequest,
): z.output<Schema> => {
  const parsed = schema.safeParse(parseJson(body ?? ''));
  if (parsed.success) return parsed.data;
  throw new Problem(422, 'invalid_request', 'invalid or missing');
};

/** The sandbox without its HTTP server. */
const openServices = (world: World, tell: (notice: SentNotice) => void) => {
  const store = openStore(':memory:', {
    wallMs: () => world.now,
    uuid: chanceOf(world, 'ids of the sandbox').uuid,
  });
  const notices = createNotices(world, tell);
  const cardTokens = createCardTokens(store);
  const transactions = createTransactions(store, notices, cardTokens);
  const payouts = createPayouts(store, notices, SETTLES_AFTER);
  const refunds = createRefunds(store, transactions);
  const receivers = createReceivers(store, REVIEWED_AFTER);
  const answers = createAnswers(store);
  return { store, cardTokens, transactions, payouts, refunds, receivers, answers };
};

type SandboxServices = ReturnType<typeof openServices>;

const post = (services: SandboxServices, sent: SentRequest, path: readonly string[]): unknown => {
  const { transactions, payouts, refunds, receivers, answers } = services;
  const key = keyOf(sent);
  const [what = '', id = ''] = path;
  if (what === 'payouts') {
    const body = parse(payoutRequest, sent);
    return answers.once(`payout ${key}`, body, payoutSchema, () => payouts.create(key, body));
  }
  if (what === 'receivers') {
    const body = parse(receiverRequest, sent);
    const create = () => receivers.create(key, body);
    const { document } = answers.once(`receiver ${key}`, body, receiverSchema, create);
    return { document: receivers.present(document) };
  }
  if (id === '') {
    const body = parse(transactionRequest, sent);
    const create = (): Transaction => transactions.create(key, body);
    return answers.once(`transaction ${key}`, body, transactionSchema, create);
  }
  const body = parse(refundRequest, sent);
  const create = () => refunds.create(id, body);
  return answers.once(`refund ${key}`, { id, ...body }, refundSchema, create);
};

/** Adds the boleto's URL to a charge, as the sandbox shows it. */
const withBoletoUrl = <Document extends object>(document: Document): Document =>
  'boleto' in document && 'id' in document
    ? {
        ...document,
        boleto: { ...Object(document.boleto), url: `${URL_OF_IT}/boletos/${String(document.id)}` },
      }
    : document;

const get = (
  { transactions, payouts, refunds, receivers }: SandboxServices,
  { pathname, searchParams }: URL,
  isAbsent: (document: object) => boolean,
) => {
  const [, , what = '', id] = pathname.split('/');
  const present = <Document extends object>(document: Document): Document => {
    if (isAbsent(document)) throw new Problem(404, 'not_found', 'not yet');
    return document;
  };
  const listPresent = <Document extends object>(
    documents: readonly Document[],
  ): readonly Document[] => documents.filter((each) => !isAbsent(each));
  if (what === 'receivers' && id !== undefined)
    return receivers.present(present(receivers.get(id)));
  if (id !== undefined) return withBoletoUrl(present(transactions.get(id)));
  const reference = searchParams.get('reference') ?? '';
  if (what === 'payouts') return { data: listPresent(payouts.byReference(reference)) };
  if (what === 'receivers')
    return { data: listPresent(receivers.byReference(reference)).map(receivers.present) };
  if (what === 'refunds') return { data: listPresent(refunds.byReference(reference)) };
  const orders = listPresent(transactions.byOrder(searchParams.get('order_id') ?? ''));
  return { data: orders.map(withBoletoUrl) };
};

const answerOf = (services: SandboxServices, sent: SentRequest, isAbsent: IsAbsent): Reply => {
  const url = new URL(sent.path, URL_OF_IT);
  try {
    if (sent.method === 'GET') {
      const isYetAbsent = (document: object): boolean =>
        isAbsent(referenceIn(document), Date.parse(Object(document).created_at));
      return jsonReply(200, get(services, url, isYetAbsent));
    }
    const { document } = Object(post(services, sent, url.pathname.split('/').slice(2)));
    return jsonReply(201, withBoletoUrl(document));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { status, code, message } = error;
    return jsonReply(status, { error: { code, message } });
  }
};

/** Our sandbox as an acquirer. It documents what it does with a repeated request, and how it refuses. */
export const openSandboxBank = (
  world: World,
  tell: (notice: SentNotice) => void,
  isAbsent: IsAbsent,
): Bank => {
  const services = openServices(world, tell);
  const { store, cardTokens, transactions, payouts, receivers } = services;
  const [orders, references] = [new Set<string>(), new Set<string>()];

  const remember = ({ body }: SentRequest): void => {
    const { order_id: order, reference } = Object(parseJson(body ?? ''));
    if (typeof order === 'string') orders.add(order);
    if (typeof reference === 'string') references.add(reference);
  };

  const movements = (): readonly Movement[] => [
    ...[...orders].flatMap((order) => transactions.byOrder(order).flatMap(movementsOf)),
    ...[...references].flatMap((reference) =>
      payouts
        .byReference(reference)
        .map(
          ({ id, amount }) =>
            ({ kind: 'payout', reference, transactionId: id, amount: -amount }) as const,
        ),
    ),
  ];

  return {
    id: sandbox.id,
    url: URL_OF_IT,
    account,
    others: undefined,
    open: (fields, options) => openProvider(sandbox, sandbox.account.parse(fields), options),
    isRepeatable: true,
    reachedWithin: sandbox.absence?.withdraw?.seconds,
    refusal: jsonReply(422, { error: { code: 'invalid_request', message: 'invalid or missing' } }),
    operationOf,
    chargeIn: () => undefined,
    answer: (sent) => {
      if (sent.method !== 'GET') remember(sent);
      const reply = answerOf(services, sent, isAbsent);
      if (operationOf(sent) === 'payout') {
        const settle = (): void => payouts.settleDue(world.now);
        world.after(SETTLES_AFTER, 'sandbox settles', settle);
      }
      return reply;
    },
    movements,
    books: () => [{ account: null, moved: movements() }],
    receivers: () =>
      [...references].flatMap((reference) =>
        receivers
          .byReference(reference)
          .map(({ id: providerReceiverId }) => ({ reference, providerReceiverId })),
      ),
    cardToken: () => cardTokens.create(CARD).id,
    pay: (id) => {
      try {
        transactions.pay(id);
      } catch (error) {
        // The charge is another acquirer's, or can no longer be paid.
        if (!(error instanceof Problem)) throw error;
      }
    },
    chargeBack: undefined,
    noticeOf: () => undefined,
    notifyAt: () => undefined,
    close: store.close,
  };
};
