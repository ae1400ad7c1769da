import { z } from 'zod';
import { eventType } from '#/domain/aggregates/events.ts';
import { aggregateId } from '#/domain/values/ids.ts';
import { paymentMethod, paymentStatus } from '#/domain/payment/events.ts';
import { centsOut, dayRange, instant, page, paging, position } from './procedure.ts';

/** A sale in lists; the buyer's name is its one personal field. */
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
  /** Parts of the amount after refunds; expected while pending, zero if not paid. */
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

/** Names, e-mails, ids, titles; documents and phones only for readers who may see them. All words must match. */
const searchText = z.string().min(1).max(200);

export const saleSearch = { text: searchText, ...saleFilters, ...paging };

/** `PART`: still being indexed. `NOTHING`: the text has no searchable word (`%`, one letter). */
const searched = z.enum(['ALL', 'PART', 'NOTHING']);

export const foundPage = <Item extends z.ZodType>(item: Item) => page(item).extend({ searched });

const foundPerson = z.strictObject({
  name: z.string(),
  paymentId: aggregateId,
  requestedAt: instant,
});

/** The few newest sales and buyers that match. */
export const findingOf = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({
    sales: z.array(item),
    /** Each with the latest of their matching sales. */
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
  /** Reason of a failure: a code of ours (`KnownCause`), or a word of the acquirer. */
  cause: z.string().nullable(),
  /** The provider's explanation, without personal data (acquirers.120, acquirers.126). */
  text: z.string().nullable(),
  /** Id of the acquirer's refund, or of the notice. */
  reference: z.string().nullable(),
  position,
});

export const buyer = z.strictObject({
  name: z.string().nullable(),
  email: z.string().nullable(),
  /** Null when the buyer gave none, after erasure, and if it is hidden. */
  document: z.string().nullable(),
  /** The reader may not see documents. */
  isDocumentHidden: z.boolean(),
  /** Null when the buyer gave none, and after erasure. */
  phone: z.string().nullable(),
  address: z.string().nullable(),
});

const parts = z.strictObject({ net: centsOut, fee: centsOut, interest: centsOut });

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
      /** Refunded part of `amount`. */
      reversed: centsOut,
    }),
  ),
  /** Division of the paid amount before refunds. */
  parts: parts.nullable(),
  /** `parts` after refunds, pending ones included. */
  partsLeft: parts.nullable(),
  refundable: centsOut,
  /** Refunds to offer now. `ANY_AMOUNT` also where nothing is left to refund, or the platform has no account at the acquirer. */
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

export type Sale = z.output<typeof sale>;
export type Searched = z.output<typeof searched>;
export type FoundPerson = z.output<typeof foundPerson>;
export type SaleDetail = z.output<typeof saleDetail>;
export type SalesSummary = z.output<typeof salesSummary>;
export type TimelineEntry = z.output<typeof timelineEntry>;
