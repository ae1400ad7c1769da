import { mayImpersonate } from '#/api/auth/rights/staff-access.ts';
import { hasFlag } from '#/api/contract/roles.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { seller } from '#/domain/seller/seller.ts';
import { staff } from '#/domain/staff/staff.ts';
import type { CommandHandler } from '#/ledger/handle-command.ts';
import type { BegunAt, RunningImpersonation } from './impersonations.ts';

type Records = Pick<CommandHandler, 'load'>;
type Both = Pick<RunningImpersonation, 'staffId' | 'sellerId'>;

const loadBoth = async (records: Records, { staffId, sellerId }: Both) => {
  const [member, owner] = await Promise.all([
    records.load(staff, streamOf('staff', staffId)),
    records.load(seller, streamOf('seller', sellerId)),
  ]);
  return { member: member.state, owner: owner.state };
};

/** Returns the current revisions of both records; undefined when one is absent. */
export const revisionsOf = async (records: Records, both: Both): Promise<BegunAt | undefined> => {
  const { member, owner } = await loadBoth(records, both);
  if (member.status === 'ABSENT' || owner.status === 'ABSENT') return undefined;
  return { staffRevision: member.revision, sellerRevision: owner.revision };
};

/** A change of either record ends the impersonation: rights taken away and given back must not resume it. */
export const isStillAllowed = async (
  records: Records,
  { staffRevision, sellerRevision, ...both }: RunningImpersonation,
): Promise<boolean> => {
  const { member, owner } = await loadBoth(records, both);
  if (member.status !== 'ACTIVE' || owner.status !== 'ACTIVE') return false;
  return (
    mayImpersonate.staff.every((flag) => hasFlag(member.details, flag)) &&
    member.revision <= staffRevision &&
    owner.revision <= sellerRevision
  );
};
