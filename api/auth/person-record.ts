import { rulesOfKind, type Area } from '#/api/contract/roles.ts';
import { isPlatformBlocked } from '#/api/reads/platform-settings.ts';
import { streamOf } from '#/domain/values/ids.ts';
import type { RecordState } from '#/domain/aggregates/record.ts';
import { manager, type ManagerDetails } from '#/domain/manager/manager.ts';
import { master, type MasterDetails } from '#/domain/master/master.ts';
import { seller, type SellerDetails } from '#/domain/seller/seller.ts';
import { staff, type StaffDetails } from '#/domain/staff/staff.ts';
import type { CommandHandler } from '#/ledger/handle-command.ts';
import type { Membership, Memberships } from './memberships.ts';

type Person = Pick<Membership, 'kind' | 'personId'>;

interface Records {
  readonly handler: Pick<CommandHandler, 'load'>;
}

export const loadPersonRecord = async (
  { handler }: Records,
  { kind, personId }: Person,
): Promise<RecordState<StaffDetails | SellerDetails | MasterDetails | ManagerDetails>> => {
  const stream = streamOf(kind, personId);
  switch (kind) {
    case 'staff':
      return (await handler.load(staff, stream)).state;
    case 'seller':
      return (await handler.load(seller, stream)).state;
    case 'master':
      return (await handler.load(master, stream)).state;
    case 'manager':
      return (await handler.load(manager, stream)).state;
  }
};

const isOpen = async (records: Records, membership: Membership): Promise<boolean> =>
  (await loadPersonRecord(records, membership)).status === 'ACTIVE' &&
  !(await isPlatformBlocked(records.handler, membership.platformId));

/** Returns the memberships as which a person may sign in. */
export const openAmong = async (
  records: Records,
  memberships: readonly Membership[],
): Promise<readonly Membership[]> => {
  const open = await Promise.all(memberships.map((membership) => isOpen(records, membership)));
  return memberships.filter((_, index) => open[index]);
};

/**
 * Reads each master's own record: the stream `masters` may differ from it after concurrent changes, and the log may have lost a record.
 * @returns their ids
 */
export const listActiveMasters = async (
  records: Records,
  memberships: Pick<Memberships, 'masters'>,
): Promise<readonly string[]> => {
  const ids = (await memberships.masters()).map(({ personId }) => personId);
  const states = await Promise.all(
    ids.map((personId) => loadPersonRecord(records, { kind: 'master', personId })),
  );
  return ids.filter((_, index) => states[index]?.status === 'ACTIVE');
};

/** Returns the membership for a sign-in: the oldest open one of this area, or else the oldest open one. */
export const chooseAmong = async (
  records: Records,
  memberships: readonly Membership[],
  area: Area | undefined,
): Promise<Membership | undefined> => {
  const open = await openAmong(records, memberships);
  return open.find(({ kind }) => rulesOfKind[kind].area === area) ?? open[0];
};
