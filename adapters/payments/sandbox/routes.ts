import { createHash, timingSafeEqual } from 'node:crypto';

import express from 'express';
import type { Express, NextFunction, Request, RequestHandler, Response } from 'express';
import { z } from 'zod';

import type { Answers } from './answers.ts';
import { boletoPage } from './boleto-page.ts';
import { cardSchema, losesReply } from './card-tokens.ts';
import type { CardTokens } from './card-tokens.ts';
import { cutLater } from './cut-later.ts';
import { losesPayoutReply, payoutRequest, payoutSchema } from './payouts.ts';
import type { Payout, Payouts } from './payouts.ts';
import { Problem } from './problem.ts';
import { receiverRequest, receiverSchema } from './receivers.ts';
import type { Receivers } from './receivers.ts';
import { refundRequest, refundSchema } from './refunds.ts';
import type { Refunds } from './refunds.ts';
import { transactionRequest, transactionSchema } from './transaction.ts';
import type { Transaction } from './transaction.ts';
import type { Transactions } from './transactions.ts';

export interface RoutesOptions {
  readonly answers: Answers;
  readonly cardTokens: CardTokens;
  readonly transactions: Transactions;
  readonly refunds: Refunds;
  readonly payouts: Payouts;
  readonly receivers: Receivers;
  readonly atomically: <Result>(work: () => Result) => Result;
  readonly publicUrl: () => string;
  readonly secretKey: string;
  readonly publicKey: string;
  readonly lostReplyCutAfterMs: number;
  /** Gives some requests a fault in place of a normal answer. */
  readonly misbehave: RequestHandler | undefined;
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** `Authorization: Bearer <key>`, compared in constant time. */
const requireKey = (key: string): RequestHandler => {
  const expected = digestOf(`Bearer ${key}`);
  return (request, _response, next) => {
    if (!timingSafeEqual(digestOf(request.get('authorization') ?? ''), expected)) {
      throw new Problem(401, 'unauthorized', 'the key is missing or wrong');
    }
    next();
  };
};

/** Callable from any origin, without a secret key. */
const allowBrowsers: RequestHandler = (request, response, next) => {
  response.set({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': 'authorization, content-type',
    'access-control-max-age': '86400',
  });
  if (request.method === 'OPTIONS') response.status(204).end();
  else next();
};

const parse = <Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> => {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map(({ path }) => path.join('.') || 'body');
  throw new Problem(422, 'invalid_request', `invalid or missing: ${fields.join(', ')}`);
};

const idempotencyKey = (request: Request): string => {
  const key = request.get('idempotency-key') ?? '';
  if (key === '' || key.length > 128) {
    throw new Problem(400, 'idempotency_key_required', 'send an Idempotency-Key header');
  }
  return key;
};

const presentTransaction = (transaction: Transaction, publicUrl: string) => {
  const { payer_name: _payer, webhook_url: _url, boleto, ...fields } = transaction;
  return {
    ...fields,
    ...(boleto && { boleto: { ...boleto, url: `${publicUrl}/boletos/${transaction.id}` } }),
  };
};

const presentPayout = ({ webhook_url: _url, settles_at: _at, ...fields }: Payout) => fields;

const reference = z.object({ reference: z.string() });
const order = z.object({ order_id: z.string() });
const byId = z.object({ id: z.string() });

const addTransactionRoutes = (app: Express, options: RoutesOptions): void => {
  const { answers, transactions, refunds } = options;
  const present = (transaction: Transaction) =>
    presentTransaction(transaction, options.publicUrl());

  app.post('/v1/transactions', (request, response) => {
    const key = idempotencyKey(request);
    const body = parse(transactionRequest, request.body);
    const { document, isFirst } = answers.once(`transaction ${key}`, body, transactionSchema, () =>
      transactions.create(key, body),
    );
    const isLost = isFirst && document.card !== undefined && losesReply(document.card);
    if (isLost) cutLater(response, options.lostReplyCutAfterMs);
    else response.status(201).json(present(document));
  });

  app.get('/v1/transactions', (request, response) => {
    const { order_id: orderId } = parse(order, request.query);
    response.json({ data: transactions.byOrder(orderId).map(present) });
  });

  app.get('/v1/transactions/:id', (request, response) => {
    response.json(present(transactions.get(request.params.id)));
  });

  app.post('/v1/transactions/:id/refunds', (request, response) => {
    const { id } = parse(byId, request.params);
    const key = idempotencyKey(request);
    const body = parse(refundRequest, request.body);
    const { document } = answers.once(`refund ${key}`, { id, ...body }, refundSchema, () =>
      refunds.create(id, body),
    );
    response.status(201).json(document);
  });

  app.get('/v1/refunds', (request, response) => {
    const query = parse(reference, request.query);
    response.json({ data: refunds.byReference(query.reference) });
  });
};

const addPayoutRoutes = (app: Express, options: RoutesOptions): void => {
  const { answers, payouts } = options;

  app.post('/v1/payouts', (request, response) => {
    const key = idempotencyKey(request);
    const body = parse(payoutRequest, request.body);
    const { document, isFirst } = answers.once(`payout ${key}`, body, payoutSchema, () =>
      payouts.create(key, body),
    );
    if (isFirst && losesPayoutReply(document)) cutLater(response, options.lostReplyCutAfterMs);
    else response.status(201).json(presentPayout(document));
  });

  app.get('/v1/payouts', (request, response) => {
    const query = parse(reference, request.query);
    response.json({ data: payouts.byReference(query.reference).map(presentPayout) });
  });
};

const addReceiverRoutes = (app: Express, options: RoutesOptions): void => {
  const { answers, receivers } = options;

  app.post('/v1/receivers', (request, response) => {
    const key = idempotencyKey(request);
    const body = parse(receiverRequest, request.body);
    const { document, isFirst } = answers.once(`receiver ${key}`, body, receiverSchema, () =>
      receivers.create(key, body),
    );
    if (isFirst && document.loses_reply) cutLater(response, options.lostReplyCutAfterMs);
    else response.status(201).json(receivers.present(document));
  });

  app.get('/v1/receivers', (request, response) => {
    const query = parse(reference, request.query);
    response.json({ data: receivers.byReference(query.reference).map(receivers.present) });
  });

  app.get('/v1/receivers/:id', (request, response) => {
    response.json(receivers.present(receivers.get(request.params.id)));
  });
};

const addBrowserRoutes = (app: Express, options: RoutesOptions): void => {
  const { atomically, cardTokens, transactions, publicKey } = options;
  const present = (transaction: Transaction) =>
    presentTransaction(transaction, options.publicUrl());

  app.post('/v1/card-tokens', requireKey(publicKey), (request, response) => {
    const token = cardTokens.create(parse(cardSchema, request.body));
    const { id, brand, last_digits, expires_at: expiresAt } = token;
    const expires_at = new Date(expiresAt).toISOString();
    response.status(201).json({ token: id, brand, last_digits, expires_at });
  });

  app.post('/sandbox/payments/:id/pay', (request, response) => {
    response.json(present(atomically(() => transactions.pay(request.params.id))));
  });

  app.post('/sandbox/payments/:id/expire', (request, response) => {
    response.json(present(atomically(() => transactions.expire(request.params.id))));
  });

  app.get('/boletos/:id', (request, response) => {
    const page = boletoPage(transactions.get(request.params.id));
    if (page === undefined) throw new Problem(404, 'not_found', 'no such boleto');
    response.set('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'");
    response.type('html').send(page);
  });
};

const bodyParserError = z.object({ status: z.int().min(400).max(499), type: z.string() });

const answerError = (
  error: unknown,
  _request: Request,
  response: Response,
  _next: NextFunction,
): void => {
  const parserError = bodyParserError.safeParse(error);
  if (error instanceof Problem) {
    const { status, code, message } = error;
    response.status(status).json({ error: { code, message } });
  } else if (parserError.success) {
    const { status, type } = parserError.data;
    response.status(status).json({ error: { code: 'invalid_body', message: type } });
  } else {
    process.stderr.write(`sandbox: ${error instanceof Error ? error.stack : String(error)}\n`);
    response.status(500).json({ error: { code: 'internal', message: 'unexpected error' } });
  }
};

export const createApp = (options: RoutesOptions): Express => {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.get('/healthz', (_request, response) => {
    response.json({ status: 'ok' });
  });
  app.use(['/v1/card-tokens', '/sandbox'], allowBrowsers);
  app.use(express.json({ limit: '100kb' }));
  addBrowserRoutes(app, options);
  app.use('/v1', requireKey(options.secretKey));
  if (options.misbehave) app.use('/v1', options.misbehave);
  addTransactionRoutes(app, options);
  addPayoutRoutes(app, options);
  addReceiverRoutes(app, options);
  app.use(() => {
    throw new Problem(404, 'not_found', 'no such address');
  });
  app.use(answerError);
  return app;
};
