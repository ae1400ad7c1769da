import { z } from 'zod';
import { eventType } from '#/domain/aggregates/events.ts';
import { aggregateId } from '#/domain/values/ids.ts';
import { currencySchema } from '#/domain/values/money.ts';
import { LONGEST_REASON, SHORTEST_REASON } from '#/domain/values/reason-length.ts';
import {
  centsOut,
  day,
  dayRange,
  exportLanguage,
  instant,
  mutation,
  page,
  paging,
  position,
  query,
  queryInteger,
  search,
} from './procedure.ts';
import {
  findInput,
  findingOf,
  foundPage,
  sale,
  saleDetail,
  saleFilters,
  saleSearch,
} from './sales.ts';

const posting = z.strictObject({ from: z.string(), to: z.string(), amount: centsOut });

/** A recorded event for auditors; personal data is encrypted. */
const auditedEvent = z.strictObject({
  id: z.uuid(),
  stream: z.string(),
  revision: z.int(),
  position,
  type: eventType,
  version: z.int(),
  recordedAt: instant,
  actor: z.string(),
  causation: z.string(),
  reason: z.string().nullable(),
  contentHash: z.string(),
  /** True if the recomputed content hash equals the recorded one. */
  intact: z.boolean(),
  /** Null where the store has no chain of hashes, as EventStoreDB. */
  chainHash: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
  postings: z.array(posting),
});

const difference = z.strictObject({
  readModel: z.string(),
  path: z.string(),
  recorded: z.unknown(),
  derived: z.unknown(),
});

const negativeSeller = z.strictObject({
  sellerId: aggregateId,
  sellerName: z.string().nullable(),
  available: centsOut,
  pending: centsOut,
  negativeSince: instant.nullable(),
  /** Kind of the seller's last reversal, as cause of the negative balance. */
  cause: z.enum(['REFUND', 'CHARGEBACK']).nullable(),
  causePaymentId: aggregateId.nullable(),
});

const sellerRevenue = z.strictObject({
  sellerId: aggregateId,
  sellerName: z.string().nullable(),
  /** A seller with sales in two currencies has two entries. */
  currency: currencySchema,
  count: z.int(),
  gross: centsOut,
  fees: centsOut,
  refunded: centsOut,
});

export const trialBalanceLine = z.strictObject({
  account: z.string(),
  currency: currencySchema,
  kind: z.enum(['ASSET', 'LIABILITY', 'REVENUE', 'EXPENSE']),
  opening: centsOut,
  debits: centsOut,
  credits: centsOut,
  closing: centsOut,
});

/** The sums of a currency. Debits and credits are equal. */
const trialBalanceTotal = z.strictObject({
  currency: currencySchema,
  debits: centsOut,
  credits: centsOut,
});

const hex = z.string();

/** A signed Merkle root over a range of the log. */
const seal = z.strictObject({
  number: z.int(),
  previous: hex,
  from: position,
  to: position,
  count: z.int(),
  root: hex,
  at: instant,
  /** The Ed25519 public key. */
  keyId: hex,
  signature: hex,
});

const keyRotation = z.strictObject({
  number: z.int(),
  previous: hex,
  at: instant,
  keyId: hex,
  nextKeyId: hex,
  signature: hex,
});

const provedEvent = z.strictObject({
  position,
  stream: z.string(),
  revision: z.int(),
  id: z.uuid(),
  type: z.string(),
  /** JSON as recorded, like `meta`; personal data is encrypted. */
  data: z.string(),
  meta: z.string(),
  recordedAt: instant,
  /** Index under a seal, with the nodes up to the root; null before a seal covers the event. */
  seal: z.strictObject({ number: z.int(), index: z.int(), path: z.array(hex) }).nullable(),
});

const adminSale = sale.extend({ sellerName: z.string().nullable() });

export const adminContract = {
  'admin.listSales': query(
    'All payments of the platform, newest first',
    z.strictObject({ ...saleFilters, sellerId: aggregateId.optional(), ...paging }),
    page(adminSale),
  ),
  'admin.searchSales': search(
    'Payments of the platform that have all words of a text, newest first; by document and phone for who may see documents',
    z.strictObject({ ...saleSearch, sellerId: aggregateId.optional() }),
    foundPage(adminSale),
  ),
  'admin.find': search(
    'The newest sales and buyers of the platform that have all words of a text',
    findInput,
    findingOf(adminSale),
  ),
  'admin.findSellers': search(
    'Sellers of the platform of whose names a word begins so, by name',
    z.strictObject({
      /** Search text or an id; empty for the first entries. */
      text: z.string().max(200),
      after: paging.after,
    }),
    z.strictObject({
      items: z.array(z.strictObject({ sellerId: aggregateId, name: z.string() })),
      /** True if more entries may match. */
      isPart: z.boolean(),
      position,
    }),
  ),
  'admin.getSale': query(
    'One sale with its timeline and buyer',
    z.strictObject({ paymentId: aggregateId, after: paging.after }),
    saleDetail,
  ),
  'admin.getSummary': query(
    "The platform's figures over the last days",
    z.strictObject({ days: queryInteger(1, 90).default(7), after: paging.after }),
    z.strictObject({
      days: z.array(
        z.strictObject({
          day: z.iso.date(),
          approvedCount: z.int(),
          approvedAmount: centsOut,
          requestedCount: z.int(),
        }),
      ),
      fees: centsOut,
      negativeSellers: z.int(),
      pendingWithdrawals: z.int(),
      position,
    }),
  ),
  'admin.getPaymentAudit': query(
    "A payment's raw events with what each moved",
    z.strictObject({ paymentId: aggregateId, after: paging.after }),
    z.strictObject({ events: z.array(auditedEvent), position }),
  ),
  'admin.replayPayment': query(
    'Derives one payment again from its events and compares',
    z.strictObject({ paymentId: aggregateId, after: paging.after }),
    z.strictObject({
      equal: z.boolean(),
      eventCount: z.int(),
      differences: z.array(difference),
      derived: z.record(z.string(), z.unknown()),
      position,
    }),
  ),
  'admin.getPaymentProof': query(
    'The events of a payment, with the proof that anyone can check who has the public key of the seals',
    z.strictObject({ paymentId: aggregateId, after: paging.after }),
    z.strictObject({
      /** Streams whose events are all included. Of the seller's account, only the events about this payment are included. */
      whole: z.array(z.string()),
      events: z.array(provedEvent),
      seals: z.array(seal),
      rotations: z.array(keyRotation),
    }),
  ),
  'admin.requestRefund': mutation(
    'Refunds a sale on behalf of its seller',
    z.strictObject({
      paymentId: aggregateId,
      amount: z.int().min(1).optional(),
      note: z.string().trim().min(SHORTEST_REASON).max(LONGEST_REASON),
    }),
    z.strictObject({ refundId: aggregateId, amount: centsOut, position }),
  ),
  'admin.listNegativeSellers': query(
    'Sellers who owe the platform',
    z.strictObject(paging),
    page(negativeSeller),
  ),
  'admin.listSellerRevenue': query(
    'Revenue by seller',
    z.strictObject({ ...dayRange, after: paging.after }),
    z.strictObject({ items: z.array(sellerRevenue), position }),
  ),
  'admin.getTrialBalance': query(
    'Trial balance (balancete) of a period',
    z.strictObject({ from: day, to: day, after: paging.after }),
    z.strictObject({
      lines: z.array(trialBalanceLine),
      totals: z.array(trialBalanceTotal),
      position,
    }),
  ),
  'admin.countExport': query(
    'How many lines an export will have',
    z.strictObject({ kind: z.enum(['journal', 'sales']), from: day, to: day }),
    z.strictObject({ lines: z.int() }),
  ),
};

/** Streamed CSV of a period, at `GET /api/export.journal` and `/api/export.sales`. */
export const periodExportInput = z
  .strictObject({ from: day, to: day, language: exportLanguage })
  .refine(({ from, to }) => from <= to, { path: ['to'], error: 'before "from"' });

export type PeriodExport = z.output<typeof periodExportInput>;
export type AuditedEvent = z.output<typeof auditedEvent>;
export type NegativeSeller = z.output<typeof negativeSeller>;
export type SellerRevenue = z.output<typeof sellerRevenue>;
export type TrialBalanceLine = z.output<typeof trialBalanceLine>;
export type Difference = z.output<typeof difference>;
