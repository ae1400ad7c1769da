import type { StaffCaller } from '#/api/auth/caller.ts';
import { payoutRequests } from '#/api/auth/rights/staff-access.ts';
import type { Core } from '#/api/composition/core.ts';
import type { Services } from '#/api/composition/api-services.ts';
import { isAlsoSeller, isSamePerson, isStillEntitled } from '#/api/people/same-person.ts';
import { staffIdOf } from '#/domain/values/actor.ts';
import { Refused } from '#/domain/errors/refused.ts';
import type { Approval } from '#/domain/withdrawal/approval.ts';

type UsedServices = Pick<Services, 'core' | 'sessions'>;

const staffRecord = (personId: string) => ({ kind: 'staff', personId }) as const;

/** Whether the approver has had the right to approve at all times since the approval. */
export const isStillApprover = async (
  core: Pick<Core, 'handler' | 'store'>,
  { by, staffRevision }: Approval,
): Promise<boolean> => {
  const staffId = staffIdOf(by);
  if (staffId === undefined) return false;
  return isStillEntitled(core, { staffId, staffRevision }, payoutRequests.staff);
};

/** An approval is valid if its approver has had the right at all times since, and is not the seller. */
const isValid = async (
  services: UsedServices,
  approval: Approval,
  sellerId: string,
): Promise<boolean> => {
  const staffId = staffIdOf(approval.by);
  if (staffId === undefined || !(await isStillApprover(services.core, approval))) return false;
  return !(await isAlsoSeller(services, { staffId }, sellerId));
};

export interface EarlierApproval {
  readonly by: string;
  readonly isValid: boolean;
}

export const judgeApprovals = (
  services: UsedServices,
  approvals: readonly Approval[],
  sellerId: string,
): Promise<readonly EarlierApproval[]> =>
  Promise.all(
    approvals.map(async (approval) => ({
      by: approval.by,
      isValid: await isValid(services, approval, sellerId),
    })),
  );

/** True also if the caller approved under another staff record. */
export const isApprovedBy = async (
  services: Pick<Services, 'sessions'>,
  { staffId }: Pick<StaffCaller, 'staffId'>,
  approvers: readonly string[],
): Promise<boolean> => {
  const isCaller = await Promise.all(
    approvers
      .map((approver) => staffIdOf(approver) ?? '')
      .map((id) => isSamePerson(services, staffRecord(staffId), staffRecord(id))),
  );
  return isCaller.includes(true);
};

/**
 * Refuses a caller who is the seller, or who has approved, perhaps under another staff record.
 * @throws Refused `withdrawal/own`, `withdrawal/same-person`
 */
export const requireAnotherApprover = async (
  services: Pick<Services, 'sessions'>,
  caller: StaffCaller,
  { sellerId, approvers }: { readonly sellerId: string; readonly approvers: readonly string[] },
): Promise<void> => {
  if (await isAlsoSeller(services, caller, sellerId)) throw new Refused('withdrawal/own');
  if (await isApprovedBy(services, caller, approvers)) throw new Refused('withdrawal/same-person');
};
