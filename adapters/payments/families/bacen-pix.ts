import { z } from 'zod';
import { requireSupport } from '#/domain/workflows/provider-outcome.ts';
import type { PaymentStatus, TransactionRequest } from '#/domain/ports/charge.ts';
import type { NoticeRequest } from '#/domain/ports/notice.ts';
import type { PixWithdrawRequest, WithdrawStatus } from '#/domain/ports/payout.ts';
import type { PlatformDefaults } from '#/domain/ports/platform-defaults.ts';
import type { RefundRequest, RefundResult } from '#/domain/ports/refund.ts';
import { inReaisText } from '#/adapters/payments/kit/values/amount.ts';
import {
  basicValue,
  clientCredentials,
  type ClientCredentials,
} from '#/adapters/payments/kit/network/auth.ts';
import { bcbPerson } from '#/adapters/payments/kit/values/bcb-person.ts';
import type { Channel } from '#/adapters/payments/kit/network/channel.ts';
import type { Declines, DocumentedDecline } from '#/adapters/payments/kit/declines.ts';
import type { ProviderOperations } from '#/adapters/payments/kit/define-provider.ts';
import {
  endpoint,
  type Operation,
  type ProviderContext,
} from '#/adapters/payments/kit/endpoint.ts';
import { days, secondsUntilEnd } from '#/adapters/payments/kit/values/expiry.ts';
import { refuse } from '#/adapters/payments/kit/failure.ts';
import { pathPart } from '#/adapters/payments/kit/values/path-part.ts';
import { quotedReply } from '#/adapters/payments/kit/payout.ts';
import { refundCall } from '#/adapters/payments/kit/refund.ts';
import { pixKey } from '#/adapters/payments/kit/values/pix-key.ts';
import { statusMap, type StatusWords } from '#/adapters/payments/kit/status.ts';
import { secret } from '#/adapters/payments/kit/keys.ts';
import { statedAmountOf, type ChargeReply } from '#/adapters/payments/kit/values/charge-amount.ts';
import { cob, transaction } from './bacen-pix-charges.ts';
import { readBacenPixNotices } from './bacen-pix-notices.ts';

/** PIX by the BCB's pix-api (OpenAPI 2.9.0), payouts by the bank's own API (acquirers.81, acquirers.13). */

export const bacenPixAccount = z.object({
  baseUrl: z.url(),
  cashOutBaseUrl: z.url(),
  clientId: z.string().min(1),
  clientSecret: secret(z.string().min(1)),
  /** Credentials for payouts, when they differ. */
  cashOutClientId: z.string().optional(),
  cashOutClientSecret: secret(z.string()).optional(),
  /** The key for refunds. */
  secretKey: secret(z.string().min(1)),
  /** The PIX key that charges are paid to, if not the platform's default. */
  pixKey: z.string().min(1).max(77).optional(),
  certCashInUrl: z.url().optional(),
  certCashOutUrl: z.url().optional(),
  certPassphrase: secret(z.string()).optional(),
});

export type BacenPixAccount = z.output<typeof bacenPixAccount>;

/** PIX moves reais, so an amount in another currency is unreadable. */
export const payoutPrice = z.object({
  currency: z.literal('BRL').optional(),
  amount: z.union([z.number(), z.string()]),
});

const payment = z.object({
  endToEndId: z.string(),
  status: z.string().optional(),
  payment: payoutPrice,
});

/** The banks' own form, with `expiresAt` in seconds since 1970, or that of RFC 6749. */
const cashOutToken = z.union([
  z
    .object({ accessToken: z.string().min(1), expiresAt: z.number() })
    .transform(({ accessToken, expiresAt }) => ({
      token: accessToken,
      expiresIn: { until: expiresAt },
    })),
  z
    .object({ access_token: z.string().min(1), expires_in: z.coerce.number() })
    .transform(({ access_token: token, expires_in: expiresIn }) => ({ token, expiresIn })),
]);

type CashOutLogin = (clientId: string, clientSecret: string) => ClientCredentials['body'];

/** The login for payouts sends the same fields as that for charges (acquirers.82). */
const loginByForm: CashOutLogin = (clientId, clientSecret) => ({
  form: { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret },
});

export const bacenPixChannels = (
  account: BacenPixAccount,
  { certificates }: PlatformDefaults,
  cashOutLogin: CashOutLogin = loginByForm,
): { readonly main: Channel; readonly cashOut: Channel } => {
  const { clientId, clientSecret, certPassphrase: passphrase } = account;
  const outId = account.cashOutClientId ?? clientId;
  const outSecret = account.cashOutClientSecret ?? clientSecret;
  const path = '/oauth/token';
  return {
    main: {
      baseUrl: account.baseUrl,
      certificate: { url: account.certCashInUrl, passphrase, kept: certificates.CASH_IN },
      auth: clientCredentials({
        path,
        body: loginByForm(clientId, clientSecret),
        secrets: [clientId, clientSecret, account.secretKey],
      }),
    },
    cashOut: {
      baseUrl: account.cashOutBaseUrl,
      certificate: { url: account.certCashOutUrl, passphrase, kept: certificates.CASH_OUT },
      auth: clientCredentials({
        path,
        body: cashOutLogin(outId, outSecret),
        reply: cashOutToken,
        secrets: [outId, outSecret],
      }),
    },
  };
};

const NO_RECEIVER = 'Falta a chave PIX que recebe: nem a conta nem a plataforma tem uma.';

/** @throws ProviderFailure `invalid` when neither the account nor the platform has a receiver */
const receiverOf = ({ account, platform }: ProviderContext<BacenPixAccount>): string =>
  account.pixKey ?? platform.receiver ?? refuse(NO_RECEIVER);

const charge: Operation<BacenPixAccount, TransactionRequest, ChargeReply> = endpoint({
  method: 'POST',
  path: () => '/cob',
  body: (request, context) => ({
    calendario: { expiracao: secondsUntilEnd(request, days(1), context.now) },
    devedor: bcbPerson(request.customer),
    valor: { original: context.amount(request.amount), modalidadeAlteracao: 0 },
    chave: receiverOf(context),
    solicitacaoPagador: request.description.slice(0, 140),
  }),
  reply: cob,
  result: transaction,
});

const payOut = endpoint({
  method: 'POST',
  path: () => '/pix/payments/dict',
  via: 'cashOut',
  // A failed PIX payout shows the error as its JSON text (acquirers.122).
  explain: quotedReply,
  headers: ({ withdrawReference }: PixWithdrawRequest) => ({
    'x-idempotency-key': withdrawReference,
  }),
  body: (request: PixWithdrawRequest, context: ProviderContext<BacenPixAccount>) => ({
    pixKey: pixKey(request),
    creditorDocument: request.document,
    priority: 'NORM',
    description: request.description,
    paymentFlow: 'INSTANT',
    expiration: 600,
    payment: { currency: 'BRL', amount: Number(context.amount(request.amount)) },
  }),
  reply: payment,
  result: (reply, context: ProviderContext<BacenPixAccount>) => ({
    withdrawId: reply.endToEndId,
    endToEndId: reply.endToEndId,
    // Paid at once (acquirers.35), unless the reply has a status.
    status:
      reply.status === undefined ? ('APPROVED' as const) : context.withdrawStatus(reply.status),
    amount: context.cents(reply.payment.amount),
  }),
});

const ONLY_WHOLE = 'Este adquirente só devolve o valor inteiro da venda.';
const NOT_FOUND = 'O adquirente não encontrou a cobrança.';

const refundWhole = refundCall<BacenPixAccount, { readonly id: string }>({
  method: 'POST',
  path: ({ transactionId }) => `/sells/${pathPart(transactionId)}/refund`,
  headers: (_request, { account }) => ({ authorization: basicValue(account.secretKey) }),
  reply: z.object({ id: z.coerce.string() }),
  result: ({ id: refundId }) => ({ refundId }),
});

const readCharge = async (
  transactionId: string,
  context: ProviderContext<BacenPixAccount>,
): Promise<ChargeReply | undefined> => {
  requireSupport(context.account.certCashInUrl ?? context.platform.certificates.CASH_IN);
  const path = `/cob/${pathPart(transactionId)}`;
  const reply = await context.find({ method: 'GET', path }, cob);
  return reply && transaction(reply, context);
};

/**
 * The bank's call names no amount and returns the whole payment (acquirers.83). So the charge is looked up first, and the refund of
 * another amount, or of a charge that the bank does not find, is not sent.
 * @throws ProviderFailure `invalid` for those two, and as `refundCall`
 */
const refund: Operation<BacenPixAccount, RefundRequest, RefundResult> = async (
  request,
  context,
) => {
  const { transactionId, amount } = request;
  const charged = (await readCharge(transactionId, context)) ?? refuse(NOT_FOUND);
  if (statedAmountOf(charged.amount) !== amount) refuse(ONLY_WHOLE);
  const result = await refundWhole(request, context);
  // A return may still fail. If a look-up states what was returned, the refund counts as accepted, not yet as done.
  const statesReturns = charged.refundedAmount !== undefined;
  return statesReturns && result.status ? { ...result, status: false, isAccepted: true } : result;
};

export const bacenPixOperations: ProviderOperations<BacenPixAccount> = {
  charge: { PIX: charge },
  getTransaction: ({ transactionId }, context) => readCharge(transactionId, context),
  refund,
  withdraw: { PIX: payOut },
};

/** An RFC 7807 problem of the pix-api's OpenAPI document. */
const problem = (status: number, type: string): DocumentedDecline => ({
  status,
  body: z.object({ type: z.literal(`https://pix.bcb.gov.br/api/v2/error/${type}`) }),
});

/** Of a bank's two APIs, only the pix-api documents its errors. */
const declines: Declines = {
  createTransaction: [problem(400, 'CobOperacaoInvalida'), problem(403, 'AcessoNegado')],
};

const words = {
  PENDING: ['ATIVA', 'REMOVIDA_PELO_PSP'],
  APPROVED: ['LIQUIDATED', 'CONCLUIDA'],
  CHARGEBACK: ['REFUND'],
} as const satisfies StatusWords<PaymentStatus>;

/** Status words of charges (acquirers.25). */
export const bacenPixStatuses = statusMap<PaymentStatus>(words, { otherwise: 'REJECTED' });

const payoutWords = {
  REJECTED: ['ERROR', 'REFUSED', 'REJECTED'],
  CANCELED: ['CANCELED'],
} as const satisfies StatusWords<WithdrawStatus>;

/** Status words of payouts; any other word means paid (acquirers.35). */
export const bacenPixPayoutStatuses = statusMap<WithdrawStatus>(payoutWords, {
  otherwise: 'APPROVED',
});

export const bacenPix = {
  evidence: 'documented',
  account: bacenPixAccount,
  receiverField: 'pixKey',
  channels: (account: BacenPixAccount, platform: PlatformDefaults) =>
    bacenPixChannels(account, platform),
  amount: inReaisText,
  declines,
  // Its refund call has no amount (acquirers.83).
  refundRights: { PIX: 'ONLY_WHOLE' },
} as const;

/** For banks of which we know only acquirers.81 to acquirers.84. */
export const bacenPixOfSpec = {
  ...bacenPix,
  evidence: 'spec',
  operations: bacenPixOperations,
  notices: {
    authenticity: 'none here (mutual TLS is the proxy’s): read back',
    read: (request: NoticeRequest) => readBacenPixNotices(request),
  },
} as const;
