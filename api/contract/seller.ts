import { z } from 'zod';
import { eventType } from '#/domain/events.ts';
import { aggregateId } from '#/domain/ids.ts';
import { paymentMethod, paymentStatus } from '#/domain/payment/events.ts';
import { monthSchema } from '#/domain/time.ts';
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

/** One sale as lists show it; the buyer's name is the only personal data. */
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
  /** What people call it. */
  providerLabel: z.string(),
  installments: z.int(),
  amount: centsOut,
  /**
   * Of what was paid, less what went back: with `interest` and `net` they are `amount` less `refundedAmount`. What is
   * expected while PENDING; nothing once nobody will pay.
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

/** What is looked for, as it was typed: names, e-mails, documents, phones, ids, titles. All of its words must match. */
const searchText = z.string().min(1).max(200);

export const saleSearch = { text: searchText, ...saleFilters, ...paging };

/**
 * How far it was looked: through `ALL`; through `PART` while sales are still being read into the index; for `NOTHING`, as
 * the text has no word in it (`%`, one letter).
 */
const searched = z.enum(['ALL', 'PART', 'NOTHING']);

/** A page of what was found. */
export const foundPage = <Item extends z.ZodType>(item: Item) => page(item).extend({ searched });

const foundPerson = z.strictObject({
  name: z.string(),
  paymentId: aggregateId,
  requestedAt: instant,
});

/** The newest few of what was found, for a finder over all pages. */
export const finding = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({
    sales: z.array(item),
    /** Each with their latest sale that was found. */
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
  /** What a person wrote about it. */
  note: z.string().nullable(),
  /** Why it came to nothing: one of `knownCauses` (domain), or an acquirer's own words. */
  cause: z.string().nullable(),
  /** What was told of it in words (acquirers.120, acquirers.126), as it came. */
  text: z.string().nullable(),
  /** The acquirer's name for it. */
  reference: z.string().nullable(),
  position,
});

export const buyer = z.strictObject({
  name: z.string().nullable(),
  email: z.string().nullable(),
  /** Null when the buyer gave none, or, with the name, when it was erased. */
  document: z.string().nullable(),
  /** Null when the buyer gave none, or, with the e-mail, when it was erased. */
  phone: z.string().nullable(),
  address: z.string().nullable(),
});

export const saleDetail = z.strictObject({
  sale,
  lines: z.array(z.strictObject({ kind: z.string(), title: z.string(), amount: centsOut })),
  buyer,
  /** The day that a boleto falls due. */
  dueOn: z.iso.date().nullable(),
  receivables: z.array(
    z.strictObject({
      installment: z.int(),
      amount: centsOut,
      dueOn: z.iso.date(),
      releaseOn: z.iso.date(),
      /** How much of it went back: 0, some, or all of `amount`. */
      reversed: centsOut,
    }),
  ),
  /** How what was paid divided before anything went back; null while nothing is paid. */
  parts: z.strictObject({ net: centsOut, fee: centsOut, interest: centsOut }).nullable(),
  refundable: centsOut,
  /** How much of it the acquirer gives back by a call; asked only while something is refundable. */
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
  /** The same number of days just before. */
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
  /** How far below zero, as a positive amount; 0 when it is not. */
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
  /** What the buyer paid, or got back; null where no buyer is concerned. */
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
  /** Masked: enough to recognise, not to reveal. */
  pixKey: z.string().nullable(),
  endToEndId: z.string().nullable(),
  cause: z.string().nullable(),
  /** What was told of it in words (acquirers.120, acquirers.126), as it came. */
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
  /** What was told of it in words (acquirers.120, acquirers.126), as it came. */
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
      /** Leaves the balance; the fee is taken out of it. */
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
      /** Absent = all that is left. */
      amount: z.int().min(1).optional(),
      note: z.string().trim().min(3).max(300),
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
