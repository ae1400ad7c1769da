import { z } from 'zod';
import { TERM_BOUNDS } from '#/domain/platform/term-bounds.ts';
import { positiveCents, type Cents } from '#/domain/values/money.ts';
import { intWithin } from '#/domain/values/bounds.ts';
import type { RequestedWithdrawal } from './decider.ts';

/** Why a payout waits for staff (people.150). `STOPPED`: when it was to be sent, it was not payable any more. */
export const approvalReason = z.enum([
  'ABOVE_LIMIT',
  'ABOVE_SECOND_LIMIT',
  'NEW_DESTINATION',
  'STOPPED',
]);

export type ApprovalReason = z.output<typeof approvalReason>;

export const neededApproval = z.strictObject({
  /** How many different members of staff must approve it. */
  people: z.int().min(1).max(2),
  reasons: z.array(approvalReason).min(1),
});

export type NeededApproval = z.output<typeof neededApproval>;

/** Absent = no such limit. */
export const payoutLimits = {
  /** The most that may be withdrawn at once, and on one day. */
  largest: positiveCents.optional(),
  largestPerDay: positiveCents.optional(),
  /** A withdrawal above this waits for one member of staff; above the second limit, for two. */
  approvalAbove: positiveCents.optional(),
  secondApprovalAbove: positiveCents.optional(),
  /** For how many hours after a destination's approval withdrawals to it wait for staff. */
  newDestinationHours: intWithin(TERM_BOUNDS.newDestinationHours).optional(),
};

export type PayoutLimits = z.output<z.ZodObject<typeof payoutLimits>>;

/** Undefined = no approval is needed. */
export const approvalFor = (
  { approvalAbove, secondApprovalAbove }: PayoutLimits,
  { amount, isDestinationNew }: { readonly amount: Cents; readonly isDestinationNew: boolean },
): NeededApproval | undefined => {
  const isAbove = (limit: Cents | undefined) => limit !== undefined && amount > limit;
  const isAboveSecond = isAbove(secondApprovalAbove);
  const reasons: readonly (ApprovalReason | false)[] = [
    isAboveSecond && 'ABOVE_SECOND_LIMIT',
    !isAboveSecond && isAbove(approvalAbove) && 'ABOVE_LIMIT',
    isDestinationNew && 'NEW_DESTINATION',
  ];
  const applicable = reasons.filter((reason) => reason !== false);
  if (applicable.length === 0) return undefined;
  return { people: isAboveSecond ? 2 : 1, reasons: applicable };
};

export interface Approval {
  /** The member of staff, as actor. */
  readonly by: string;
  /** The revision of the member's record at the approval; absent in older events. */
  readonly staffRevision?: number | undefined;
}

/** Adds an approval, and drops those that have lapsed. */
export const approvalsAfter = (
  approvals: readonly Approval[],
  {
    approvedBy: by,
    staffRevision,
    lapsed = [],
  }: {
    readonly approvedBy: string;
    readonly staffRevision?: number | undefined;
    readonly lapsed?: readonly string[] | undefined;
  },
): readonly Approval[] => [
  ...approvals.filter((each) => !lapsed.includes(each.by)),
  { by, ...(staffRevision !== undefined && { staffRevision }) },
];

/** As many people as before must approve a stopped payout again, and at least one. */
export const approvalOfStopped = (before: NeededApproval | undefined): NeededApproval => ({
  people: before?.people ?? 1,
  reasons: [...new Set([...(before?.reasons ?? []), 'STOPPED' as const])],
});

/** Returns how many members of staff must still approve a payout. */
export const countMissing = ({
  requested,
  approvals,
}: Pick<RequestedWithdrawal, 'requested' | 'approvals'>): number =>
  Math.max(0, (requested.approval?.people ?? 0) - approvals.length);

export const waitsForApproval = (
  withdrawal: Pick<RequestedWithdrawal, 'status' | 'requested' | 'approvals'>,
): boolean => withdrawal.status === 'PENDING' && countMissing(withdrawal) > 0;
