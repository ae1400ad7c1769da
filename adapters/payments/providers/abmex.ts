import { createHash } from 'node:crypto';
import { z } from 'zod';
import type {
  PaymentStatus,
  TransactionRequest,
  TransactionResult,
} from '#/domain/ports/payment-provider.ts';
import type { ReceiverRequest } from '#/domain/ports/receiver.ts';
import { inCents } from '#/adapters/payments/kit/amount.ts';
import { clientForm } from '#/adapters/payments/kit/auth.ts';
import { requiredCardToken } from '#/adapters/payments/kit/card.ts';
import { defineProvider } from '#/adapters/payments/kit/define-provider.ts';
import { endpoint, lookup, type Wire } from '#/adapters/payments/kit/endpoint.ts';
import { days, endOf } from '#/adapters/payments/kit/expiry.ts';
import { refuse } from '#/adapters/payments/kit/failure.ts';
import { bothKeysAt, type BothKeys } from '#/adapters/payments/kit/keys.ts';
import { unsignedChargeNotices } from '#/adapters/payments/kit/notices.ts';
import { refundCall } from '#/adapters/payments/kit/refund.ts';
import { statusMap } from '#/adapters/payments/kit/status.ts';

/**
 * Abmex split: sales that it divides among marketplaces, which are the receivers (spec 2 §5, §7, §9). Its way to log in is
 * public; the names of fields below those that the specification gives are inferred.
 */

const text = z.string().nullish();

const sale = z.object({
  id: z.coerce.string(),
  external_id: text,
  status: z.string(),
  total: z.number().int(),
  payment_method: z.enum(['pix', 'credit_card', 'bank_slip']),
  pix: z.object({ text }).nullish(),
  bank_slip: z.object({ url: text, digitable_line: text }).nullish(),
  expires_at: z.iso.datetime({ offset: true }).nullish(),
});

const marketplace = z.object({ id: z.coerce.string(), created_at: text });
const notice = z.object({ id: z.coerce.string(), status: z.string(), external_id: text });

const methodWords = { PIX: 'pix', CREDIT_CARD: 'credit_card', BILLET: 'bank_slip' } as const;
const methods = { pix: 'PIX', credit_card: 'CREDIT_CARD', bank_slip: 'BILLET' } as const;

/** Every marketplace has the same (spec 2 §9). */
const MARKETPLACE_PHONE = '11999999999';

/** Where a receiver may have an account. */
const SUPPORTED_BANKS = [
  '001 Banco do Brasil, 033 Santander, 036 Bradesco BBI, 041 Banrisul, 070 BRB, 077 Inter',
  '104 Caixa, 136 Unicred, 197 Stone, 204 Bradesco Cartões, 208 BTG Pactual, 212 Original',
  '218 BS2, 237 Bradesco, 246 ABC Brasil, 260 Nubank, 290 PagBank, 318 BMG, 323 Mercado Pago',
  '336 C6, 341 Itaú, 364 Efí, 380 PicPay, 403 Cora, 422 Safra, 655 Votorantim, 748 Sicredi',
  '756 Sicoob',
].flatMap((line) => line.split(', ').map((bank) => bank.slice(0, 3)));

/** Of these it takes no branch with a digit. */
const BANKS_WITHOUT_BRANCH_DIGIT = ['001', '036', '246', '204', '237'];

/** @throws ProviderFailure `invalid` (spec 2 §5) */
const bankOf = ({ bankAccount }: ReceiverRequest) => {
  const { bankCode: code, branchNumber: branch, branchDigit } = bankAccount;
  const hasDigit = BANKS_WITHOUT_BRANCH_DIGIT.includes(code) && /[1-9X]/i.test(branchDigit);
  if (hasDigit || !SUPPORTED_BANKS.includes(code)) refuse('Banco não suportado, tente outro.');
  const { accountNumber: account, accountDigit: account_digit, accountType } = bankAccount;
  const account_type = accountType === 'CHECKING' ? 'current' : 'savings';
  return { code, branch, account, account_digit, account_type };
};

/** Random (spec 2 §9), from 50 to 150000, but the same whenever the same receiver is asked for again. */
const priceRangeOf = ({ receiverId }: ReceiverRequest): number =>
  50 + (createHash('sha256').update(receiverId).digest().readUInt32BE() % 149_951);

const marketplaceBody = (request: ReceiverRequest) => {
  const { documentType, document, name, email, description, address, receiverId } = request;
  if (documentType === 'CPF') return refuse('Adquirente não aceita CPF');
  const { zipCode, address: street, number, district, city, state } = address;
  return {
    external_id: receiverId,
    name,
    document,
    email,
    description,
    phone: MARKETPLACE_PHONE,
    price_range: priceRangeOf(request),
    bank: bankOf(request),
    // Its fields are the specification's, and no others.
    address: { zipCode, address: street, number, district, city, state },
  };
};

const receiverResult = ({ id, created_at }: z.output<typeof marketplace>) => ({
  receiverId: id,
  status: created_at ? ('ACTIVE' as const) : ('PENDING' as const),
});

const saleBody = (request: TransactionRequest, wire: Wire<BothKeys>) => {
  const { paymentMethod, items, customer, address, installments, splits = [] } = request;
  return {
    external_id: request.orderId,
    amount: wire.amount(request.amount),
    payment_method: methodWords[paymentMethod],
    ...(paymentMethod === 'CREDIT_CARD'
      ? { credit_card: { token: requiredCardToken(request), installments } }
      : { expires_at: endOf(request, paymentMethod === 'PIX' ? days(1) : days(3), wire.now()) }),
    items: items.map(({ unitPrice, ...item }) => ({ ...item, unit_price: wire.amount(unitPrice) })),
    customer: { ...customer, address },
    splits: splits.map((split) => ({
      marketplace_id: split.recipientId,
      type: split.type.toLowerCase(),
      amount: split.amount,
      charge_processing_fee: split.chargeProcessingFee,
      charge_remainder: split.chargeRemainder,
      liable: split.liable,
    })),
    webhook: request.webhookUrl,
  };
};

const saleResult = (reply: z.output<typeof sale>, wire: Wire<BothKeys>): TransactionResult => {
  const { pix, bank_slip: slip, expires_at } = reply;
  return {
    paymentMethod: methods[reply.payment_method],
    transactionId: reply.id,
    ...(reply.external_id && { orderId: reply.external_id }),
    status: wire.status(reply.status),
    amount: wire.cents(reply.total),
    ...(pix?.text && { pixCode: pix.text }),
    ...(slip?.digitable_line && { billetCode: slip.digitable_line }),
    ...(slip?.url && { billetUrl: slip.url }),
    ...(expires_at && { expiresAt: new Date(expires_at).toISOString() }),
  };
};

const charge = endpoint({
  method: 'POST',
  path: () => '/sells',
  body: saleBody,
  explain: () => 'Erro ao criar transação',
  reply: sale,
  result: saleResult,
});

export const abmex = defineProvider({
  id: 'abmex',
  label: 'Abmex split',
  evidence: 'spec',
  account: bothKeysAt('https://api.abmexpay.com'),
  channels: ({ baseUrl, publicKey, secretKey }) => ({
    main: { baseUrl, auth: clientForm('/token', publicKey, secretKey) },
  }),
  amount: inCents,
  status: statusMap<PaymentStatus>(
    {
      pending: 'PENDING',
      waiting: 'PENDING',
      waiting_payment: 'PENDING',
      awaiting_payment: 'PENDING',
      processing: 'PENDING',
      authorized: 'PENDING',
      partially_paid: 'PENDING',
      paid: 'APPROVED',
      confirmed: 'APPROVED',
      received: 'APPROVED',
      refused: 'REJECTED',
      canceled: 'REJECTED',
      refunded: 'REFUNDED',
      chargedback: 'CHARGEBACK',
    },
    { otherwise: 'REJECTED' },
  ),
  operations: {
    charge: { PIX: charge, CREDIT_CARD: charge, BILLET: charge },
    getTransaction: lookup({
      path: ({ transactionId }) => `/sells/${encodeURIComponent(transactionId)}`,
      reply: sale,
      result: saleResult,
    }),
    refund: refundCall({
      method: 'POST',
      path: ({ transactionId }) => `/sells/${encodeURIComponent(transactionId)}/refund`,
      body: ({ amount }, wire) => ({ amount: wire.amount(amount) }),
    }),
    createReceiver: endpoint({
      method: 'POST',
      path: () => '/marketplaces',
      body: marketplaceBody,
      reply: marketplace,
      result: receiverResult,
    }),
    getReceiver: lookup({
      path: ({ receiverId }) => `/marketplaces/${encodeURIComponent(receiverId)}`,
      reply: marketplace,
      result: receiverResult,
    }),
  },
  notices: unsignedChargeNotices(notice, ({ id, status, external_id }) => ({
    transactionId: id,
    word: status,
    orderId: external_id,
  })),
});
