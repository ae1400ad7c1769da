import { z } from 'zod';
import { aggregateId } from '#/domain/values/ids.ts';
import { pixType } from './payouts.ts';
import {
  after,
  centsOut,
  dayRange,
  exportLanguage,
  instant,
  page,
  paging,
  position,
  query,
  search,
} from './procedure.ts';

/** Withdrawals that were paid, and their receipts (people.157, people.158). */

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
  approvedBy: z.array(z.string().nullable()),
});

/** By seller and day of payment. */
const paidFilters = { sellerId: aggregateId.optional(), ...dayRange };

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
    z.strictObject({ lines: z.int(), amount: centsOut, fee: centsOut, net: centsOut, position }),
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
