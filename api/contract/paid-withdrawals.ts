import { z } from 'zod';
import { evidenceReference } from '#/domain/investigation/events.ts';
import { aggregateId } from '#/domain/values/ids.ts';
import { pixType, reason, written } from './payouts.ts';
import {
  after,
  centsOut,
  dayRange,
  exportLanguage,
  instant,
  mutation,
  page,
  paging,
  position,
  query,
  search,
} from './procedure.ts';

/** Withdrawals that were paid, their receipts, and whether the bank's statement has them (people.157, people.158, people.240). */

const paidWithdrawal = z.strictObject({
  withdrawalId: aggregateId,
  sellerId: aggregateId,
  sellerName: z.string().nullable(),
  amount: centsOut,
  fee: centsOut,
  net: centsOut,
  provider: z.string(),
  pixType,
  pixKey: z.string().nullable(),
  endToEndId: z.string().nullable(),
  requestedAt: instant,
  paidAt: instant,
  /** When it came back after it was paid. */
  returnedAt: instant.nullable(),
  approvedBy: z.array(z.string().nullable()),
  /** The mark that it was found on the bank's statement; null without one. */
  reconciliation: z
    .strictObject({
      /** E-mail of the member of staff; null after erasure. */
      by: z.string().nullable(),
      at: instant,
      /** What went out, by the statement. */
      amount: centsOut,
      /** Of the statement. */
      reference: z.string().nullable(),
      /** It came back afterwards, or its amount was corrected: the mark no longer holds. */
      isOutdated: z.boolean(),
    })
    .nullable(),
});

/**
 * By seller, day of payment, and whether it was found on the bank's statement. RETURNED: it was found there, and came back afterwards.
 * Without `reconciliation`: all that are paid and have not come back.
 */
const paidFilters = {
  sellerId: aggregateId.optional(),
  ...dayRange,
  reconciliation: z.enum(['RECONCILED', 'NOT_RECONCILED', 'RETURNED']).optional(),
};

/** `net`: what was sent. */
const paidPart = z.strictObject({ lines: z.int(), net: centsOut });

/** What a payout's signature covers, and what an offline check needs. */
const receipt = z.strictObject({
  withdrawalId: aggregateId,
  platformName: z.string(),
  payeeName: z.string().nullable(),
  /** Masked; null after erasure. */
  payeeDocument: z.string().nullable(),
  pixType,
  pixKey: z.string().nullable(),
  /** The acquirer has named another holder of the account than the payee. */
  hasOtherHolder: z.boolean(),
  amount: centsOut,
  fee: centsOut,
  net: centsOut,
  endToEndId: z.string().nullable(),
  requestedAt: instant,
  paidAt: instant,
  /** Null for a payout without a signature. */
  signed: z
    .strictObject({
      /** Canonical JSON (RFC 8785). */
      statement: z.string(),
      /** The platform's Ed25519 public key and the signature, in hexadecimal. */
      keyId: z.string(),
      signature: z.string(),
    })
    .nullable(),
  position,
});

const ofWithdrawal = { withdrawalId: aggregateId };

/** The receipt as a file. */
const receiptFile = z.strictObject({
  fileName: z.string(),
  /** In base64. */
  pdf: z.base64(),
});

const taken = z.strictObject({ ...ofWithdrawal, language: exportLanguage, after });

export const paidWithdrawalsContract = {
  'seller.getReceipt': query(
    'The receipt of a withdrawal that was paid',
    z.strictObject({ ...ofWithdrawal, after }),
    receipt,
  ),
  'seller.takeReceipt': search(
    'The receipt of a withdrawal that was paid, as a PDF; that it was taken goes on record',
    taken,
    receiptFile,
  ),
  'admin.takeReceipt': search(
    'The receipt of a withdrawal that was paid, as a PDF; that it was taken goes on record',
    taken,
    receiptFile,
  ),
  'admin.listPaidWithdrawals': query(
    'Withdrawals that were paid, the last first',
    z.strictObject({ ...paidFilters, ...paging }),
    page(paidWithdrawal),
  ),
  'admin.getPaidTotals': query(
    'How many withdrawals were paid, and how much',
    z.strictObject({ ...paidFilters, after }),
    z.strictObject({
      lines: z.int(),
      amount: centsOut,
      fee: centsOut,
      net: centsOut,
      /** Of the same seller and days, whatever the filter `reconciliation` is. */
      notReconciled: paidPart,
      returned: paidPart,
      position,
    }),
  ),
  'admin.reconcileWithdrawal': mutation(
    'Marks a paid withdrawal as found on the bank’s statement. One that is marked already keeps its mark',
    z.strictObject({
      ...ofWithdrawal,
      /** What went out, by the statement: refused if our record has another amount. */
      net: z.int().positive(),
      /** Finds it on the statement again. */
      reference: evidenceReference.default(null),
    }),
    z.strictObject({
      /** It was marked before, by this or another person: that mark stays. */
      wasReconciled: z.boolean(),
      position,
    }),
  ),
  'admin.revertReconciliation': mutation(
    'Takes back the mark that a withdrawal was found on the bank’s statement',
    z.strictObject({ ...ofWithdrawal, reason }),
    written,
  ),
  'admin.getReceipt': query(
    'The receipt of a withdrawal that was paid',
    z.strictObject({ ...ofWithdrawal, after }),
    receipt,
  ),
};

/** Streamed CSV of paid withdrawals, at `GET /api/export.withdrawals`. */
export const withdrawalsExportInput = z
  .strictObject({ ...paidFilters, language: exportLanguage })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    path: ['to'],
    error: 'before "from"',
  });

export type WithdrawalsExport = z.output<typeof withdrawalsExportInput>;
export type PaidWithdrawal = z.output<typeof paidWithdrawal>;
export type WithdrawalReceipt = z.output<typeof receipt>;
