import { mayImpersonate } from '#/api/auth/rights/staff-access.ts';
import { hasFlag } from '#/api/contract/roles.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { seller } from '#/domain/seller/seller.ts';
import { staff } from '#/domain/staff/staff.ts';
import type { CommandHandler } from '#/ledger/handle-command.ts';
import type { BegunAt, RunningImpersonation } from './impersonations.ts';

type Records = Pick<CommandHandler, 'load'>;
type StaffAndSeller = Pick<RunningImpersonation, 'staffId' | 'sellerId'>;

const loadPeople = async (records: Records, { staffId, sellerId }: StaffAndSeller) => {
  const [member, sellerRecord] = await Promise.all([
    records.load(staff, streamOf('staff', staffId)),
    records.load(seller, streamOf('seller', sellerId)),
  ]);
  return { member: member.state, sellerRecord: sellerRecord.state };
};

/** Returns the current revisions of both records; undefined when either record is absent. */
export const revisionsOf = async (
  records: Records,
  people: StaffAndSeller,
): Promise<BegunAt | undefined> => {
  const { member, sellerRecord } = await loadPeople(records, people);
  if (member.status === 'ABSENT' || sellerRecord.status === 'ABSENT') return undefined;
  return { staffRevision: member.revision, sellerRevision: sellerRecord.revision };
};

/** A later revision of either record ends the impersonation: rights taken away and given back must not resume it. */
export const isStillAllowed = async (
  records: Records,
  { staffRevision, sellerRevision, ...people }: RunningImpersonation,
): Promise<boolean> => {
  const { member, sellerRecord } = await loadPeople(records, people);
  if (member.status !== 'ACTIVE' || sellerRecord.status !== 'ACTIVE') return false;
  return (
    mayImpersonate.staff.every((flag) => hasFlag(member.details, flag)) &&
    member.revision <= staffRevision &&
    sellerRecord.revision <= sellerRevision
  );
};
