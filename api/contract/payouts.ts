import { z } from 'zod';
import { isValidCnpj, isValidCpf } from '#/domain/brazil/document.ts';
import { aggregateId } from '#/domain/values/ids.ts';
import { LONGEST_REASON, SHORTEST_REASON } from '#/domain/values/reason-length.ts';
import { approvalReason } from '#/domain/withdrawal/approval.ts';
import {
  after,
  centsOut,
  day,
  emptyInput,
  instant,
  mutation,
  page,
  paging,
  position,
  query,
} from './procedure.ts';
import { schedule } from './schedule.ts';

/** Where sellers are paid, and what staff decide about payouts before they are sent (people.150–159). */

export const written = z.strictObject({ position });
/** Why staff decided so, without personal data. */
export const reason = z.string().trim().min(SHORTEST_REASON).max(LONGEST_REASON);
export const pixType = z.enum(['CPF', 'CNPJ', 'EMAIL', 'PHONE', 'RANDOM']);
const destinationStatus = z.enum(['WAITING', 'APPROVED', 'REFUSED', 'SUSPENDED', 'REMOVED']);

/** The owner of a PIX key that is not the seller's. */
const holder = z.strictObject({
  name: z.string().trim().min(1).max(120),
  /** CPF or CNPJ. */
  document: z
    .string()
    .max(18)
    .refine((text) => isValidCpf(text) || isValidCnpj(text)),
});

const destination = z.strictObject({
  destinationId: aggregateId,
  status: destinationStatus,
  pixType,
  /** Masked; null after erasure. */
  pixKey: z.string().nullable(),
  /** Null: the seller's own key, or after erasure. */
  holderName: z.string().nullable(),
  declaredAt: instant,
  approvedAt: instant.nullable(),
  /** Why staff refused the key. */
  reason: z.string().nullable(),
});

const reviewed = destination.extend({
  sellerId: aggregateId,
  sellerName: z.string().nullable(),
  waitsSince: instant.nullable(),
  /** The last payout that came back since staff approved the destination. */
  withdrawalId: aggregateId.nullable(),
});

/** Unmasked, for staff to decide. */
const openedDestination = reviewed
  .omit({ pixKey: true, holderName: true, sellerName: true })
  .extend({
    /** To be sent as `basedOn`. */
    revision: z.int(),
    /** Null after erasure, like `holder`. */
    pixKey: z.string().nullable(),
    holder: z.strictObject({ name: z.string(), document: z.string() }).nullable(),
    /** Why staff last refused it; null once approved. */
    reason: z.string().nullable(),
    /** Why the payout came back, if known. */
    cause: z.string().nullable(),
  });

const waitingWithdrawal = z.strictObject({
  withdrawalId: aggregateId,
  sellerId: aggregateId,
  sellerName: z.string().nullable(),
  /** While the seller is blocked, the withdrawal can be refused, but not approved. */
  isSellerBlocked: z.boolean(),
  amount: centsOut,
  fee: centsOut,
  net: centsOut,
  pixType,
  /** Masked; null after erasure. */
  pixKey: z.string().nullable(),
  /** Null: the seller's own key, or after erasure. */
  holderName: z.string().nullable(),
  requestedAt: instant,
  reasons: z.array(approvalReason),
  /** How many members of staff must approve it. `approvedBy`: e-mails, null after erasure. */
  people: z.int(),
  approvedBy: z.array(z.string().nullable()),
  /** If true, another member of staff must approve it. */
  isApprovedByCaller: z.boolean(),
  /** Who is looking into it (e-mail, null after erasure), and since when; null: no one. */
  analysis: z
    .strictObject({ by: z.string().nullable(), since: instant, isOwn: z.boolean() })
    .nullable(),
  /** What the seller can still withdraw besides this withdrawal. */
  available: centsOut,
  /** How often the seller was paid before, and when last. */
  payouts: z.int(),
  lastPaidAt: instant.nullable(),
  /** Null where it is not known. */
  destinationApprovedAt: instant.nullable(),
  /** By which it is to be paid, and whether payouts go through there now. */
  acquirer: z.strictObject({
    label: z.string(),
    isConnected: z.boolean(),
    /** Null: it is not suspended for payouts. */
    suspendedUntil: instant.nullable(),
    /** The latest calls of this process for payouts, at most 20 of the last five minutes, and how many of them were answered. */
    calls: z.int(),
    answered: z.int(),
  }),
});

const ofSeller = { sellerId: aggregateId };
const ofDestination = { destinationId: aggregateId };
/** A destination, and the revision on which the caller decides; refused if there is a later one. */
const reviewedAsSeen = { ...ofDestination, basedOn: z.int().min(0) };
const ofWithdrawal = { withdrawalId: aggregateId };

export const payoutContract = {
  'seller.listDestinations': query(
    'Where the seller is paid, or asked to be',
    emptyInput,
    z.strictObject({ items: z.array(destination), position }),
  ),
  'seller.declareDestination': mutation(
    'Names a PIX key to be paid at. The seller’s own CPF or CNPJ is good at once; staff look at every other key',
    z.strictObject({
      pixKey: z.string().trim().min(1).max(77),
      /** Absent: the seller's own key. */
      holder: holder.optional(),
    }),
    z.strictObject({ ...ofDestination, status: destinationStatus, position }),
  ),
  'seller.removeDestination': mutation(
    'Takes a PIX key back',
    z.strictObject(ofDestination),
    written,
  ),
  'seller.getSchedule': query(
    'When the seller is paid without asking',
    emptyInput,
    z.strictObject({
      /** Null: there is none. */
      schedule: schedule.nullable(),
      /** The next day of payment; null: none. */
      nextOn: day.nullable(),
      /** Why the last scheduled withdrawal was refused. */
      refusal: z.strictObject({ on: day, code: z.string(), text: z.string() }).nullable(),
      /** Null before the first schedule. */
      revision: z.int().nullable(),
      position,
    }),
  ),
  'seller.reviseSchedule': mutation(
    'Has the seller be paid what is available on some days, without asking',
    schedule.extend({
      /** As the caller read it; null before the first schedule. */
      basedOn: z.int().min(0).nullable(),
    }),
    written,
  ),
  'seller.endSchedule': mutation(
    'Has the seller ask for each withdrawal again',
    z.strictObject({}),
    written,
  ),
  'admin.listDestinations': query(
    'Destinations that wait for staff, who waits longest first; or those of a state, the last changed first',
    z.strictObject({ status: destinationStatus.optional(), ...paging }),
    page(reviewed),
  ),
  'admin.getDestination': query(
    'A destination unmasked, beside where its seller is paid now',
    z.strictObject({ ...ofDestination, after }),
    z.strictObject({
      ...openedDestination.shape,
      seller: z.strictObject({
        ...ofSeller,
        name: z.string().nullable(),
        document: z.string().nullable(),
      }),
      /** The last declared first. */
      others: z.array(openedDestination),
      position,
    }),
  ),
  'admin.approveDestination': mutation(
    'Lets withdrawals be paid to a destination',
    z.strictObject(reviewedAsSeen),
    written,
  ),
  'admin.refuseDestination': mutation(
    'Lets no withdrawal be paid to a destination; the seller reads why',
    z.strictObject({ ...reviewedAsSeen, reason }),
    written,
  ),
  'admin.listWaitingWithdrawals': query(
    'Withdrawals that wait for the approval of staff, who waits longest first',
    z.strictObject(paging),
    page(waitingWithdrawal),
  ),
  'admin.beginWithdrawalAnalysis': mutation(
    'Tells the other staff that the caller is looking into a withdrawal. It keeps no one from deciding',
    z.strictObject({
      ...ofWithdrawal,
      /** Since when the analysis runs that the caller takes over; null if they saw none. */
      insteadOf: instant.nullable(),
    }),
    written,
  ),
  'admin.endWithdrawalAnalysis': mutation(
    'Leaves a withdrawal that the caller was looking into to others',
    z.strictObject(ofWithdrawal),
    written,
  ),
  'admin.approveWithdrawal': mutation(
    'Approves a withdrawal; it is sent once as many people have as it needs',
    z.strictObject(ofWithdrawal),
    z.strictObject({
      /** How many members of staff must still approve it. */
      missing: z.int(),
      position,
    }),
  ),
  'admin.refuseWithdrawal': mutation(
    'Refuses a withdrawal; the seller reads why, and the money is free again',
    z.strictObject({ ...ofWithdrawal, reason }),
    written,
  ),
};

export type DestinationItem = z.output<typeof destination>;
export type ReviewedDestination = z.output<typeof reviewed>;
export type WaitingWithdrawal = z.output<typeof waitingWithdrawal>;
