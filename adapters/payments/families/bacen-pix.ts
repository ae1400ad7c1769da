import { z } from 'zod';
import { offered } from '#/domain/policies/provider-outcome.ts';
import type {
  NoticeRequest,
  PixWithdrawRequest,
  ProviderNotice,
  TransactionRequest,
  TransactionResult,
  WithdrawStatus,
} from '#/domain/ports/payment-provider.ts';
import { addSeconds, timestamp } from '#/domain/time.ts';
import { inReaisText } from '#/adapters/payments/kit/amount.ts';
import { basicValue, clientCredentials } from '#/adapters/payments/kit/auth.ts';
import { bcbPerson } from '#/adapters/payments/kit/bcb-person.ts';
import type { Channel } from '#/adapters/payments/kit/channel.ts';
import type { ProviderOperations } from '#/adapters/payments/kit/define-provider.ts';
import { endpoint, type Operation, type Wire } from '#/adapters/payments/kit/endpoint.ts';
import { days, secondsUntilEnd } from '#/adapters/payments/kit/expiry.ts';
import { digestOf, jsonBody, understood } from '#/adapters/payments/kit/notices.ts';
import { pixKey } from '#/adapters/payments/kit/pix-key.ts';
import { statusMap } from '#/adapters/payments/kit/status.ts';

/**
 * PIX by the BCB's pix-api (OpenAPI 2.9.0) for money in, and an account's own API for money out, each behind mutual TLS
 * with a certificate that the platform keeps at an address (spec 2 §7; brazil.md 1.1, 4.5).
 */

export const bacenPixAccount = z.object({
  baseUrl: z.url(),
  cashOutBaseUrl: z.url(),
  clientId: z.string().min(1),
  clientSecret: z.string().min(1),
  /** Of the other API, where it is not the same. */
  cashOutClientId: z.string().optional(),
  cashOutClientSecret: z.string().optional(),
  /** For refunds, which are neither of the two. */
  secretKey: z.string().min(1),
  /** The platform's default receiver: the PIX key that charges are paid to. */
  pixKey: z.string().min(1).max(77),
  certCashInUrl: z.url().optional(),
  certCashOutUrl: z.url().optional(),
  certPassphrase: z.string().optional(),
});

export type BacenPixAccount = z.output<typeof bacenPixAccount>;

const cob = z.object({
  txid: z.string(),
  status: z.string(),
  valor: z.object({ original: z.string() }),
  pixCopiaECola: z.string().max(512).optional(),
  calendario: z
    .object({ criacao: z.string(), expiracao: z.coerce.number().int().positive() })
    .optional(),
});

const payment = z.object({
  endToEndId: z.string(),
  status: z.string().optional(),
  payment: z.object({ amount: z.union([z.number(), z.string()]) }),
});

/** `{accessToken, expiresAt}`, the end in seconds since the epoch; or as RFC 6749 has it. */
const cashOutToken = z.union([
  z
    .object({ accessToken: z.string().min(1), expiresAt: z.number() })
    .transform(({ accessToken, expiresAt }) => ({
      token: accessToken,
      expiresIn: Math.max(1, expiresAt - Date.now() / 1_000),
    })),
  z
    .object({ access_token: z.string().min(1), expires_in: z.coerce.number() })
    .transform(({ access_token: token, expires_in: expiresIn }) => ({ token, expiresIn })),
]);

export const bacenPixChannels = (
  account: BacenPixAccount,
): { readonly main: Channel; readonly cashOut: Channel } => {
  const { clientId, clientSecret, certPassphrase: passphrase } = account;
  const outId = account.cashOutClientId ?? clientId;
  const outSecret = account.cashOutClientSecret ?? clientSecret;
  return {
    main: {
      baseUrl: account.baseUrl,
      certificate: { url: account.certCashInUrl, passphrase },
      auth: clientCredentials({
        path: '/oauth/token',
        body: {
          form: {
            grant_type: 'client_credentials',
            client_id: clientId,
            client_secret: clientSecret,
          },
        },
        secrets: [clientId, clientSecret, account.secretKey],
      }),
    },
    cashOut: {
      baseUrl: account.cashOutBaseUrl,
      certificate: { url: account.certCashOutUrl, passphrase },
      auth: clientCredentials({
        path: '/oauth/token',
        body: {
          json: { clientId: outId, clientSecret: outSecret, grantType: 'client_credentials' },
        },
        reply: cashOutToken,
        secrets: [outId, outSecret],
      }),
    },
  };
};

/** A record stays ATIVA when its time is over, so its end is worked out. */
const expiryOf = ({ calendario }: z.output<typeof cob>): { readonly expiresAt?: string } => {
  if (calendario === undefined) return {};
  const created = timestamp(Temporal.Instant.from(calendario.criacao));
  return { expiresAt: addSeconds(created, calendario.expiracao) };
};

const transaction = (
  reply: z.output<typeof cob>,
  wire: Wire<BacenPixAccount>,
): TransactionResult => ({
  paymentMethod: 'PIX',
  transactionId: reply.txid,
  status: wire.status(reply.status),
  amount: wire.cents(reply.valor.original),
  ...(reply.pixCopiaECola !== undefined && { pixCode: reply.pixCopiaECola }),
  ...expiryOf(reply),
});

const charge: Operation<BacenPixAccount, TransactionRequest, TransactionResult> = endpoint({
  method: 'POST',
  path: () => '/cob',
  body: (request, wire) => ({
    calendario: { expiracao: secondsUntilEnd(request, days(1), wire.now) },
    devedor: bcbPerson(request.customer),
    valor: { original: wire.amount(request.amount), modalidadeAlteracao: 0 },
    chave: wire.account.pixKey,
    solicitacaoPagador: request.description.slice(0, 140),
  }),
  reply: cob,
  result: transaction,
});

/** Idempotent by its reference at every bank of this kind. */
const payOut = endpoint({
  method: 'POST',
  path: () => '/pix/payments/dict',
  via: 'cashOut',
  headers: ({ withdrawReference }: PixWithdrawRequest) => ({
    'x-idempotency-key': withdrawReference,
  }),
  body: (request: PixWithdrawRequest, wire: Wire<BacenPixAccount>) => ({
    pixKey: pixKey(request),
    creditorDocument: request.document,
    priority: 'NORM',
    description: request.description,
    paymentFlow: 'INSTANT',
    expiration: 600,
    payment: { currency: 'BRL', amount: Number(wire.amount(request.amount)) },
  }),
  reply: payment,
  result: (reply, wire: Wire<BacenPixAccount>) => ({
    withdrawId: reply.endToEndId,
    endToEndId: reply.endToEndId,
    // Paid at once (spec 2 §4), unless the bank itself says that it only took it in.
    status: reply.status === undefined ? ('APPROVED' as const) : wire.withdrawStatus(reply.status),
    amount: wire.cents(reply.payment.amount),
  }),
});

export const bacenPixOperations: ProviderOperations<BacenPixAccount> = {
  charge: { PIX: charge },
  getTransaction: async ({ transactionId }, wire) => {
    offered(wire.account.certCashInUrl);
    const path = `/cob/${encodeURIComponent(transactionId)}`;
    const reply = await wire.find({ method: 'GET', path }, cob);
    return reply && transaction(reply, wire);
  },
  refund: endpoint({
    method: 'POST',
    path: ({ transactionId }) => `/sells/${encodeURIComponent(transactionId)}/refund`,
    headers: (_request, { account }) => ({ authorization: basicValue(account.secretKey) }),
    reply: z.object({ id: z.coerce.string() }),
    result: ({ id }) => ({ refundId: id, status: true }),
  }),
  withdraw: { PIX: payOut },
};

/** The banks' own notices say what happened to the account. */
const accountNotice = z.object({
  type: z.string(),
  data: z.object({
    id: z.coerce.string().optional(),
    txId: z.string().nullish(),
    status: z.string(),
    endToEndId: z.string().nullish(),
    idempotencyKey: z.string().nullish(),
  }),
});

type AccountNotice = z.output<typeof accountNotice>;

/** `devolucoes` is a list by the schema and one object in the BCB's own example. */
const received = z.object({
  endToEndId: z.string(),
  txid: z.string().optional(),
  devolucoes: z
    .union([z.array(z.object({ id: z.string() })), z.object({ id: z.string() })])
    .optional(),
});

/** A list by the BCB, one object at some banks, and bare at others. */
const pixNotice = z.union([
  z.object({ pix: z.array(received) }).transform(({ pix }) => pix),
  z.object({ pix: received }).transform(({ pix }) => [pix]),
  received.transform((pix) => [pix]),
]);

const fromAccount = ({ type, data }: AccountNotice): readonly ProviderNotice[] => {
  const { txId: transactionId, status, id = '', endToEndId } = data;
  const isOurs = type === 'RECEIVE' || type === 'REFUND';
  if (!isOurs || status === 'CANCELED' || typeof transactionId !== 'string') return [];
  const soFar = status === 'LIQUIDATED' ? 'APPROVED' : 'PENDING';
  return [
    {
      type: 'TRANSACTION',
      noticeId: digestOf(type, id, endToEndId ?? '', transactionId, status),
      transactionId,
      status: type === 'REFUND' ? 'CHARGEBACK' : soFar,
    },
  ];
};

const fromBank = (pix: z.output<typeof received>): readonly ProviderNotice[] => {
  const { endToEndId, txid: transactionId, devolucoes = [] } = pix;
  if (transactionId === undefined) return [];
  const back = [devolucoes].flat().map(({ id }) => id);
  const status = back.length > 0 ? 'CHARGEBACK' : 'APPROVED';
  const noticeId = digestOf(endToEndId, transactionId, ...back);
  return [{ type: 'TRANSACTION', noticeId, transactionId, status }];
};

/** @throws ProviderFailure `unreadable` */
export const readBacenPixNotices = (
  request: NoticeRequest,
  ofAccount: (notice: AccountNotice) => readonly ProviderNotice[] = fromAccount,
): readonly ProviderNotice[] => {
  const body = jsonBody(request, z.looseObject({}));
  if ('type' in body) return ofAccount(understood(accountNotice, body));
  return understood(pixNotice, body).flatMap(fromBank);
};

/** Also what became of payouts, where the bank tells. */
export const withPayouts =
  (withdrawStatus: (word: string) => 'PENDING' | 'APPROVED' | 'REJECTED' | 'CANCELED') =>
  (notice: AccountNotice): readonly ProviderNotice[] => {
    const { type, data } = notice;
    if (type !== 'CASHOUT' && type !== 'TRANSFER') return fromAccount(notice);
    const { idempotencyKey: withdrawReference, status, endToEndId } = data;
    if (typeof withdrawReference !== 'string') return [];
    const noticeId = digestOf(type, withdrawReference, status, endToEndId ?? '');
    return [{ type: 'WITHDRAW', noticeId, withdrawReference, status: withdrawStatus(status) }];
  };

/** What the members of this family have in common; words and rights of their own are theirs. */
export const bacenPix = {
  evidence: 'documented',
  account: bacenPixAccount,
  channels: bacenPixChannels,
  amount: inReaisText,
} as const;

/** Members of which nothing is known but the specification: a payout is paid at once, and there is no look-up. */
export const bacenPixOfSpec = {
  ...bacenPix,
  evidence: 'spec',
  operations: bacenPixOperations,
  withdrawStatus: statusMap<WithdrawStatus>(
    { REJECTED: ['ERROR', 'REFUSED', 'REJECTED'], CANCELED: ['CANCELED'] },
    { otherwise: 'APPROVED' },
  ),
  notices: {
    authenticity: 'none here (mutual TLS is the proxy’s): read back',
    read: (request: NoticeRequest) => readBacenPixNotices(request),
  },
} as const;
