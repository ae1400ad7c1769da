import { add, cents, negate, subtract, ZERO, type Cents } from '#/domain/values/money.ts';
import { dayOf } from '#/domain/values/time.ts';
import type { PaymentMethod, PaymentStatus } from '#/domain/ports/charge.ts';
import type { PaymentRequestedData, ReversalData } from '#/domain/payment/events.ts';
import type { Encrypted } from '#/domain/privacy/encrypted.ts';
import { breakdownOf } from '#/domain/payment/receivables.ts';
import { defineProjection, type RowsOf } from './engine/define/define-projection.ts';
import {
  amount,
  day,
  integer,
  json,
  keyed,
  nullable,
  sums,
  text,
  time,
  enumText,
  type RowOf,
} from './engine/define/table.ts';

/** One row per payment. Fee, interest and net are expected amounts until the payment is paid. */
export const saleTable = keyed({
  name: 'sale',
  columns: {
    paymentId: text,
    platformId: text,
    sellerId: text,
    offerId: text,
    productId: text,
    typeProduct: enumText<PaymentRequestedData['typeProduct']>(),
    title: text,
    provider: text,
    method: enumText<PaymentMethod>(),
    installments: integer,
    status: enumText<PaymentStatus>(),
    currency: enumText<PaymentRequestedData['currency']>(),
    amount,
    fee: amount,
    interest: amount,
    net: amount,
    /** Returned to the buyer by refunds and chargebacks. */
    refundedAmount: amount,
    /** The buyer's identity, encrypted, for the name in lists. */
    buyer: json<Encrypted>(),
    affiliateId: nullable(text),
    transactionId: nullable(text),
    endToEndId: nullable(text),
    cause: nullable(text),
    requestedAt: time,
    approvedAt: nullable(time),
    expiresAt: nullable(time),
  },
  key: ['paymentId'],
  indexes: [
    { columns: ['sellerId', 'requestedAt', 'paymentId'] },
    { columns: ['platformId', 'requestedAt', 'paymentId'] },
  ],
});

/** Sums by Brazilian day: a payment requested on Monday and paid on Tuesday counts on both days. */
export const salesDayTable = sums({
  name: 'sales_day',
  columns: {
    platformId: text,
    sellerId: text,
    productId: text,
    day,
    method: enumText<PaymentMethod>(),
    currency: enumText<PaymentRequestedData['currency']>(),
    requestedCount: amount,
    requestedAmount: amount,
    approvedCount: amount,
    approvedAmount: amount,
    fee: amount,
    interest: amount,
    net: amount,
    rejectedCount: amount,
    rejectedAmount: amount,
    canceledCount: amount,
    canceledAmount: amount,
    refundedCount: amount,
    refundedAmount: amount,
    chargebackCount: amount,
    chargebackAmount: amount,
  },
  key: ['platformId', 'sellerId', 'day', 'method', 'productId', 'currency'],
  indexes: [{ columns: ['platformId', 'day'] }],
});

/** The platform's totals of a day; not a `sums` table, because live updates send the new totals. */
export const platformDayTable = keyed({
  name: 'platform_day',
  columns: { platformId: text, day, approvedCount: amount, approvedAmount: amount, fees: amount },
  key: ['platformId', 'day'],
});

const tables = { sale: saleTable, salesDay: salesDayTable, platformDay: platformDayTable };

type Rows = RowsOf<typeof tables>;

export type SaleRow = RowOf<typeof saleTable>;

const onDay = (sale: SaleRow, at: string) => ({
  platformId: sale.platformId,
  sellerId: sale.sellerId,
  productId: sale.productId,
  day: dayOf(at),
  method: sale.method,
  currency: sale.currency,
});

const beginSale = (paymentId: string, data: PaymentRequestedData): SaleRow => ({
  paymentId,
  platformId: data.platformId,
  sellerId: data.sellerId,
  offerId: data.offerId,
  productId: data.productId,
  typeProduct: data.typeProduct,
  title: data.title,
  provider: data.provider,
  method: data.method,
  installments: data.installments,
  status: 'PENDING',
  currency: data.currency,
  amount: data.amount,
  ...breakdownOf(data),
  refundedAmount: ZERO,
  buyer: data.buyer.identity,
  affiliateId: data.affiliateId,
  transactionId: null,
  endToEndId: null,
  cause: null,
  requestedAt: data.at,
  approvedAt: null,
  expiresAt: data.expiresAt,
});

const saleOf = ({ aggregateId }: { readonly aggregateId: string }, rows: Rows): SaleRow => {
  const sale = rows.sale.get(aggregateId);
  if (sale === undefined)
    throw new Error(`payment ${aggregateId} continues before it was requested`);
  return sale;
};

/** Adds to the platform's figures of the Brazilian day of `at`; a fee that is returned is negative. */
const addToPlatformDay = (
  rows: Rows,
  { platformId, at }: { readonly platformId: string; readonly at: string },
  figures: { readonly count: number; readonly amount: Cents; readonly fees: Cents },
): void => {
  const dayOfEvent = dayOf(at);
  const before = rows.platformDay.get(platformId, dayOfEvent);
  rows.platformDay.put({
    platformId,
    day: dayOfEvent,
    approvedCount: cents((before?.approvedCount ?? 0) + figures.count),
    approvedAmount: add(before?.approvedAmount ?? ZERO, figures.amount),
    fees: add(before?.fees ?? ZERO, figures.fees),
  });
};

/** Fee, interest and net of a sale that will not be paid. */
const NOTHING = { fee: ZERO, interest: ZERO, net: ZERO };

const reverse = (
  sale: SaleRow,
  data: ReversalData,
  end: 'REFUNDED' | 'CHARGEBACK',
  rows: Rows,
): void => {
  const status = data.total === sale.amount ? end : sale.status;
  const { fee, interest, net } = data.parts;
  rows.sale.put({
    ...sale,
    status,
    refundedAmount: data.total,
    fee: subtract(sale.fee, fee),
    interest: subtract(sale.interest, interest),
    net: subtract(sale.net, net),
  });
  const counts =
    end === 'REFUNDED'
      ? { refundedCount: 1, refundedAmount: data.amount }
      : { chargebackCount: 1, chargebackAmount: data.amount };
  const reversed = { fee: negate(fee), interest: negate(interest), net: negate(net) };
  rows.salesDay.add(onDay(sale, data.at), { ...counts, ...reversed });
  addToPlatformDay(rows, data, { count: 0, amount: ZERO, fees: reversed.fee });
};

export const sales = defineProjection({
  name: 'sales',
  version: 3,
  tables,
  keys: (event, { sale, platformDay }) => {
    if (event.type === 'PaymentRequested') sale.creates(event.aggregateId);
    else sale.reads(event.aggregateId);
    const { type, data } = event;
    const isMoney =
      type === 'PaymentApproved' || type === 'PaymentRefunded' || type === 'PaymentChargedBack';
    if (isMoney) platformDay.reads(data.platformId, dayOf(data.at));
  },
  on: {
    PaymentRequested: ({ aggregateId, data }, rows) => {
      const sale = beginSale(aggregateId, data);
      rows.sale.put(sale);
      const counts = { requestedCount: 1, requestedAmount: data.amount };
      rows.salesDay.add(onDay(sale, data.at), counts);
    },
    PaymentRerouted: (event, rows) =>
      rows.sale.put({ ...saleOf(event, rows), provider: event.data.to, transactionId: null }),
    PaymentSubmitted: (event, rows) => {
      const { transactionId, expiresAt } = event.data;
      rows.sale.put({ ...saleOf(event, rows), transactionId, expiresAt });
    },
    PaymentApproved: (event, rows) => {
      const { amount: approvedAmount, parts, endToEndId, at } = event.data;
      const sale = saleOf(event, rows);
      const { fee, interest, net } = parts;
      const approved = { fee, interest, net, endToEndId, cause: null, approvedAt: at };
      rows.sale.put({ ...sale, status: 'APPROVED', ...approved });
      const counts = { approvedCount: 1, approvedAmount, fee, interest, net };
      rows.salesDay.add(onDay(sale, at), counts);
      addToPlatformDay(rows, event.data, { count: 1, amount: approvedAmount, fees: fee });
    },
    PaymentRejected: (event, rows) => {
      const sale = saleOf(event, rows);
      const { cause, at } = event.data;
      rows.sale.put({ ...sale, ...NOTHING, status: 'REJECTED', cause });
      const counts = { rejectedCount: 1, rejectedAmount: sale.amount };
      rows.salesDay.add(onDay(sale, at), counts);
    },
    PaymentCanceled: (event, rows) => {
      const sale = saleOf(event, rows);
      const { cause, at } = event.data;
      rows.sale.put({ ...sale, ...NOTHING, status: 'CANCELED', cause });
      const counts = { canceledCount: 1, canceledAmount: sale.amount };
      rows.salesDay.add(onDay(sale, at), counts);
    },
    PaymentRefunded: (event, rows) => reverse(saleOf(event, rows), event.data, 'REFUNDED', rows),
    PaymentChargedBack: (event, rows) =>
      reverse(saleOf(event, rows), event.data, 'CHARGEBACK', rows),
  },
  topics: {
    kinds: ['payment', 'sales', 'platform'],
    of: {
      sale: ({ buyer: _buyer, affiliateId: _affiliateId, ...sale }) => {
        const { paymentId, status, approvedAt, refundedAmount } = sale;
        return [
          { topic: `payment:${paymentId}`, data: { status, approvedAt, refundedAmount } },
          { topic: `sales:${sale.sellerId}`, data: sale },
        ];
      },
      platformDay: ({ platformId, ...figures }) => [
        { topic: `platform:${platformId}`, data: figures },
      ],
    },
  },
});
