import { z } from 'zod';
import { aggregateId } from '#/domain/values/ids.ts';
import { monthSchema } from '#/domain/values/time.ts';
import { LONGEST_REASON, SHORTEST_REASON } from '#/domain/values/reason-length.ts';
import {
  centsOut,
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
import {
  findInput,
  findingOf,
  foundPage,
  sale,
  saleDetail,
  saleFilters,
  saleSearch,
  salesSummary,
} from './sales.ts';

export const balance = z.strictObject({
  sellerId: aggregateId,
  available: centsOut,
  pending: centsOut,
  held: centsOut,
  /** Debt as a positive amount. */
  negative: centsOut,
  nextReleaseOn: z.iso.date().nullable(),
  position,
});

const statementLine = z.strictObject({
  /** Order within the account. */
  sequence: z.int(),
  at: instant,
  kind: z.enum([
    'SALE',
    'RELEASE',
    'REFUND',
    'CHARGEBACK',
    'REFUND_HELD',
    'REFUND_RELEASED',
    'WITHDRAWAL',
    'WITHDRAWAL_PAID',
    'WITHDRAWAL_FEE',
    'WITHDRAWAL_RETURNED',
    'WITHDRAWAL_REVERSED',
    'WITHDRAWAL_TAKEN',
    'SIMULATED_WRITTEN_OFF',
  ]),
  paymentId: aggregateId.nullable(),
  withdrawalId: aggregateId.nullable(),
  /** What the buyer paid or got back. */
  buyerAmount: centsOut.nullable(),
  /** Positive or negative. */
  pendingChange: centsOut,
  availableChange: centsOut,
  heldChange: centsOut,
  /** After this line. */
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
  /** Waits for the approval of staff, and was not sent yet. */
  waitsForApproval: z.boolean(),
  pixType: z.string(),
  /** Masked; null after erasure. */
  pixKey: z.string().nullable(),
  endToEndId: z.string().nullable(),
  cause: z.string().nullable(),
  /** The provider's explanation, without personal data (acquirers.120, acquirers.126). */
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
  /** The provider's explanation, without personal data (acquirers.120, acquirers.126). */
  text: z.string().nullable(),
  requestedAt: instant,
  concludedAt: instant.nullable(),
});

const impersonation = z.strictObject({
  impersonationId: aggregateId,
  /** As the member of staff wrote it. */
  reason: z.string().nullable(),
  begunAt: instant,
  until: instant,
  /** Null until the end is recorded. */
  endedAt: instant.nullable(),
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
    findingOf(sale),
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
    z.strictObject({
      fee: centsOut,
      minimum: centsOut,
      /** Until when withdrawals are paused after a change of access or destination. */
      restsUntil: instant.nullable(),
      /** Nothing is paid out: staff have not approved all documents yet. */
      lacksApproval: z.boolean(),
      /** The most at once, and what is left of the day's limit; null: no limit. */
      largest: centsOut.nullable(),
      leftToday: centsOut.nullable(),
      /** Above this amount, staff must approve; null: no limit. */
      approvalAbove: centsOut.nullable(),
    }),
  ),
  'seller.requestWithdrawal': mutation(
    'Pays out available money by PIX',
    z.strictObject({
      /** Taken from the balance; the fee is deducted from it. */
      amount: z.int().min(1).max(99_999_999_99),
      destinationId: aggregateId,
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
      /** Absent: everything refundable. */
      amount: z.int().min(1).optional(),
      note: z.string().trim().min(SHORTEST_REASON).max(LONGEST_REASON),
    }),
    z.strictObject({ refundId: aggregateId, amount: centsOut, position }),
  ),
  'seller.listRefunds': query('Refunds, newest first', z.strictObject(paging), page(refund)),
  'seller.listImpersonations': query(
    'When staff of the platform were in as this seller, and why, the last first',
    z.strictObject(paging),
    page(impersonation),
  ),
};

export type ImpersonationItem = z.output<typeof impersonation>;
export type StatementLine = z.output<typeof statementLine>;
export type Withdrawal = z.output<typeof withdrawal>;
export type RefundItem = z.output<typeof refund>;
