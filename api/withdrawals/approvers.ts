import type { StaffCaller } from '#/api/auth/caller.ts';
import { payoutRequests } from '#/api/auth/rights/staff-access.ts';
import type { Services } from '#/api/composition/api-services.ts';
import { isAlsoSeller, isSamePerson, isStillEntitled } from '#/api/people/same-person.ts';
import { staffIdOf } from '#/domain/values/actor.ts';
import { Refused } from '#/domain/errors.ts';

type UsedServices = Pick<Services, 'core' | 'sessions'>;

const staffRecord = (personId: string) => ({ kind: 'staff', personId }) as const;

/** Whether an approval of a seller's withdrawal still counts: its approver may still approve, and is not the seller. */
const isValid = async (
  services: UsedServices,
  approver: string,
  sellerId: string,
): Promise<boolean> => {
  const staffId = staffIdOf(approver);
  if (staffId === undefined) return false;
  const isEntitled = isStillEntitled(services.core, staffId, payoutRequests.staff);
  return (await isEntitled) && !(await isAlsoSeller(services, { staffId }, sellerId));
};

/** An approval on record, and whether it still counts. */
export interface EarlierApproval {
  readonly by: string;
  readonly isValid: boolean;
}

/** Returns the approvals of a seller's withdrawal, with whether each still counts. */
export const judgeApprovals = (
  services: UsedServices,
  approvals: readonly string[],
  sellerId: string,
): Promise<readonly EarlierApproval[]> =>
  Promise.all(
    approvals.map(async (by) => ({ by, isValid: await isValid(services, by, sellerId) })),
  );

/** Whether the caller approved a withdrawal, under this record or another one. */
export const isApprovedBy = async (
  services: Pick<Services, 'sessions'>,
  { staffId }: Pick<StaffCaller, 'staffId'>,
  approvals: readonly string[],
): Promise<boolean> => {
  const own = await Promise.all(
    approvals
      .map((approver) => staffIdOf(approver) ?? '')
      .map((id) => isSamePerson(services, staffRecord(staffId), staffRecord(id))),
  );
  return own.includes(true);
};

/**
 * Checks that the caller may approve a seller's withdrawal beside those who did: it is not their own, and they have not approved it under
 * another record. @throws Refused `withdrawal/own`, `withdrawal/same-person`
 */
export const requireAnotherApprover = async (
  services: Pick<Services, 'sessions'>,
  caller: StaffCaller,
  { sellerId, approvals }: { readonly sellerId: string; readonly approvals: readonly string[] },
): Promise<void> => {
  if (await isAlsoSeller(services, caller, sellerId)) throw new Refused('withdrawal/own');
  if (await isApprovedBy(services, caller, approvals)) throw new Refused('withdrawal/same-person');
};
