import { z } from 'zod';
import { eventType } from '#/domain/events.ts';
import { aggregateId } from '#/domain/ids.ts';
import { paymentMethod, paymentStatus } from '#/domain/payment/events.ts';
import { monthSchema } from '#/domain/time.ts';
import { LONGEST_REASON, SHORTEST_REASON } from '#/domain/reason-length.ts';
import {
  centsOut,
  dayRange,
  emptyInput,
  instant,
  mutation,
  page,
  paging,
  position,
  query,
  queryInteger,
  search,
} from './procedure.ts';

/** A sale as lists show it; the buyer's name is the only personal data. */
export const sale = z.strictObject({
  paymentId: aggregateId,
  sellerId: aggregateId,
  offerId: aggregateId,
  productId: aggregateId,
  title: z.string(),
  buyerName: z.string().nullable(),
  status: paymentStatus,
  method: paymentMethod,
  provider: z.string(),
  /** Display name. */
  providerLabel: z.string(),
  installments: z.int(),
  amount: centsOut,
  /**
   * Parts of the paid amount after refunds: `fee` + `interest` + `net` = `amount` - `refundedAmount`. Expected values while
   * PENDING; zero once the payment can no longer happen.
   */
  fee: centsOut,
  interest: centsOut,
  net: centsOut,
  refundedAmount: centsOut,
  currency: z.string(),
  transactionId: z.string().nullable(),
  requestedAt: instant,
  approvedAt: instant.nullable(),
  expiresAt: instant.nullable(),
});

export const saleFilters = {
  status: paymentStatus.optional(),
  method: paymentMethod.optional(),
  ...dayRange,
};

/** Search text as typed: names, e-mails, documents, phones, ids, titles. All words must match. */
const searchText = z.string().min(1).max(200);

export const saleSearch = { text: searchText, ...saleFilters, ...paging };

/**
 * Coverage of the search: `ALL` sales; `PART` while sales are still being indexed; `NOTHING` if the text has no searchable
 * word (`%`, one letter).
 */
const searched = z.enum(['ALL', 'PART', 'NOTHING']);

/** A page of search results. */
export const foundPage = <Item extends z.ZodType>(item: Item) => page(item).extend({ searched });

const foundPerson = z.strictObject({
  name: z.string(),
  paymentId: aggregateId,
  requestedAt: instant,
});

/** The newest few results, for a finder over all pages. */
export const finding = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({
    sales: z.array(item),
    /** Each with their latest matching sale. */
    people: z.array(foundPerson),
    searched,
    position,
  });

export const findInput = z.strictObject({ text: searchText, after: paging.after });

export const timelineEntry = z.strictObject({
  type: eventType,
  at: instant,
  actor: z.string(),
  amount: centsOut.nullable(),
  status: paymentStatus.nullable(),
  /** Note by a person. */
  note: z.string().nullable(),
  /** Reason of failure: one of `knownCauses` (domain), or the acquirer's text. */
  cause: z.string().nullable(),
  /** The provider's explanation, verbatim (acquirers.120, acquirers.126). */
  text: z.string().nullable(),
  /** The acquirer's id of the refund, or the id of the notice. */
  reference: z.string().nullable(),
  position,
});

export const buyer = z.strictObject({
  name: z.string().nullable(),
  email: z.string().nullable(),
  /** Null when the buyer gave none, or when it was erased, together with the name. */
  document: z.string().nullable(),
  /** Null when the buyer gave none, or when it was erased, together with the e-mail. */
  phone: z.string().nullable(),
  address: z.string().nullable(),
});

export const saleDetail = z.strictObject({
  sale,
  lines: z.array(z.strictObject({ kind: z.string(), title: z.string(), amount: centsOut })),
  buyer,
  /** Due day of a boleto. */
  dueOn: z.iso.date().nullable(),
  receivables: z.array(
    z.strictObject({
      installment: z.int(),
      amount: centsOut,
      dueOn: z.iso.date(),
      releaseOn: z.iso.date(),
      /** Refunded part of `amount`: from 0 to all of it. */
      reversed: centsOut,
    }),
  ),
  /** Division of the paid amount before refunds; null until paid. */
  parts: z.strictObject({ net: centsOut, fee: centsOut, interest: centsOut }).nullable(),
  refundable: centsOut,
  /** What the acquirer refunds through its API; queried only while something is refundable. */
  refundRight: z.enum(['ANY_AMOUNT', 'ONLY_WHOLE', 'NEVER']),
  timeline: z.array(timelineEntry),
  position,
});

export const salesSummary = z.strictObject({
  days: z.array(
    z.strictObject({
      day: z.iso.date(),
      approvedCount: z.int(),
      approvedAmount: centsOut,
      requestedCount: z.int(),
    }),
  ),
  methods: z.array(
    z.strictObject({
      method: paymentMethod,
      requestedCount: z.int(),
      approvedCount: z.int(),
      approvedAmount: centsOut,
    }),
  ),
  /** Figures of the same number of days just before. */
  previous: z.strictObject({ approvedCount: z.int(), approvedAmount: centsOut }),
  topProducts: z.array(
    z.strictObject({ productId: aggregateId, title: z.string(), count: z.int(), amount: centsOut }),
  ),
  position,
});

export const balance = z.strictObject({
  sellerId: aggregateId,
  available: centsOut,
  pending: centsOut,
  held: centsOut,
  /** Debt as a positive amount; 0 when there is none. */
  negative: centsOut,
  nextReleaseOn: z.iso.date().nullable(),
  position,
});

const statementLine = z.strictObject({
  /** Order of the lines within the account. */
  sequence: z.int(),
  at: instant,
  kind: z.enum([
    'SALE',
    'RELEASE',
    'REFUND',
    'CHARGEBACK',
    'WITHDRAWAL',
    'WITHDRAWAL_PAID',
    'WITHDRAWAL_FEE',
    'WITHDRAWAL_RETURNED',
  ]),
  paymentId: aggregateId.nullable(),
  withdrawalId: aggregateId.nullable(),
  /** Amount the buyer paid or got back; null where no buyer is involved. */
  buyerAmount: centsOut.nullable(),
  /** Change of each balance, signed. */
  pendingChange: centsOut,
  availableChange: centsOut,
  heldChange: centsOut,
  /** Balances after this line. */
  pending: centsOut,
  available: centsOut,
  held: centsOut,
});

export const withdrawal = z.strictObject({
  withdrawalId: aggregateId,
  receiverId: aggregateId,
  amount: centsOut,
  fee: centsOut,
  net: centsOut,
  status: z.enum(['PENDING', 'APPROVED', 'REJECTED', 'CANCELED']),
  pixType: z.string(),
  /** Masked: recognisable, but not revealed. */
  pixKey: z.string().nullable(),
  endToEndId: z.string().nullable(),
  cause: z.string().nullable(),
  /** The provider's explanation, verbatim (acquirers.120, acquirers.126). */
  text: z.string().nullable(),
  requestedAt: instant,
  concludedAt: instant.nullable(),
});

export const refund = z.strictObject({
  refundId: z.string(),
  paymentId: aggregateId,
  title: z.string(),
  amount: centsOut,
  status: z.enum(['PENDING', 'SETTLED', 'FAILED']),
  note: z.string(),
  cause: z.string().nullable(),
  /** The provider's explanation, verbatim (acquirers.120, acquirers.126). */
  text: z.string().nullable(),
  requestedAt: instant,
  concludedAt: instant.nullable(),
});

export const sellerContract = {
  'seller.listSales': query(
    "The seller's sales, newest first",
    z.strictObject({ ...saleFilters, ...paging }),
    page(sale),
  ),
  'seller.searchSales': search(
    "The seller's sales that have all words of a text, newest first",
    z.strictObject(saleSearch),
    foundPage(sale),
  ),
  'seller.find': search(
    "The newest of the seller's sales and buyers that have all words of a text",
    findInput,
    finding(sale),
  ),
  'seller.getSale': query(
    'One sale with its timeline and buyer',
    z.strictObject({ paymentId: aggregateId, after: paging.after }),
    saleDetail,
  ),
  'seller.getSummary': query(
    'Sales by day and method over the last days',
    z.strictObject({ days: queryInteger(1, 90).default(7), after: paging.after }),
    salesSummary,
  ),
  'seller.getBalance': query('Balances now', emptyInput, balance),
  'seller.getReleases': query(
    'What becomes available when',
    emptyInput,
    z.strictObject({
      releases: z.array(z.strictObject({ releaseOn: z.iso.date(), amount: centsOut })),
      position,
    }),
  ),
  'seller.getStatement': query(
    "A month's statement, newest first",
    z.strictObject({ month: monthSchema, ...paging }),
    z.strictObject({
      items: z.array(statementLine),
      nextCursor: z.string().nullable(),
      opening: z.strictObject({ pending: centsOut, available: centsOut, held: centsOut }),
      closing: z.strictObject({ pending: centsOut, available: centsOut, held: centsOut }),
      position,
    }),
  ),
  'seller.getWithdrawalTerms': query(
    'What a withdrawal costs',
    emptyInput,
    z.strictObject({ fee: centsOut, minimum: centsOut }),
  ),
  'seller.requestWithdrawal': mutation(
    'Pays out available money by PIX',
    z.strictObject({
      /** Amount taken from the balance; the fee is deducted from it. */
      amount: z.int().min(1).max(99_999_999_99),
      pixKey: z.string().trim().min(1).max(77),
    }),
    z.strictObject({ withdrawalId: aggregateId, amount: centsOut, fee: centsOut, position }),
  ),
  'seller.listWithdrawals': query(
    'Withdrawals, newest first',
    z.strictObject(paging),
    page(withdrawal),
  ),
  'seller.requestRefund': mutation(
    'Refunds a sale in whole or part',
    z.strictObject({
      paymentId: aggregateId,
      /** Absent = everything refundable. */
      amount: z.int().min(1).optional(),
      note: z.string().trim().min(SHORTEST_REASON).max(LONGEST_REASON),
    }),
    z.strictObject({ refundId: aggregateId, amount: centsOut, position }),
  ),
  'seller.listRefunds': query('Refunds, newest first', z.strictObject(paging), page(refund)),
};

export type Sale = z.output<typeof sale>;
export type Searched = z.output<typeof searched>;
export type FoundPerson = z.output<typeof foundPerson>;
export type SaleDetail = z.output<typeof saleDetail>;
export type SalesSummary = z.output<typeof salesSummary>;
export type TimelineEntry = z.output<typeof timelineEntry>;
export type StatementLine = z.output<typeof statementLine>;
export type Withdrawal = z.output<typeof withdrawal>;
export type RefundItem = z.output<typeof refund>;
