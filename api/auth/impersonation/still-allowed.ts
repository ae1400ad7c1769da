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
  const [member, shop] = await Promise.all([
    records.load(staff, streamOf('staff', staffId)),
    records.load(seller, streamOf('seller', sellerId)),
  ]);
  return { member: member.state, shop: shop.state };
};

/** Returns the current revisions of both records; undefined when one is absent. */
export const revisionsOf = async (
  records: Records,
  people: StaffAndSeller,
): Promise<BegunAt | undefined> => {
  const { member, shop } = await loadPeople(records, people);
  if (member.status === 'ABSENT' || shop.status === 'ABSENT') return undefined;
  return { staffRevision: member.revision, sellerRevision: shop.revision };
};

/** A later revision of either record ends the impersonation: rights taken away and given back must not resume it. */
export const isStillAllowed = async (
  records: Records,
  { staffRevision, sellerRevision, ...people }: RunningImpersonation,
): Promise<boolean> => {
  const { member, shop } = await loadPeople(records, people);
  if (member.status !== 'ACTIVE' || shop.status !== 'ACTIVE') return false;
  return (
    mayImpersonate.staff.every((flag) => hasFlag(member.details, flag)) &&
    member.revision <= staffRevision &&
    shop.revision <= sellerRevision
  );
};
