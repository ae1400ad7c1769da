import { areaOfKind, type Area } from '#/api/contract/roles.ts';
import { categoryOf, streamOf } from '#/domain/ids.ts';
import type { RecordState } from '#/domain/record.ts';
import { seller, type SellerDetails } from '#/domain/seller/seller.ts';
import { staff, type StaffDetails } from '#/domain/staff/staff.ts';
import type { CommandHandler } from '#/ledger/handle-command.ts';
import type { Membership } from './memberships.ts';

interface Records {
  readonly handler: Pick<CommandHandler, 'load'>;
}

/** Returns the record of a person with a sign-in. @param stream `staff-…` or `seller-…` */
export const loadPersonRecord = async (
  { handler }: Records,
  stream: string,
): Promise<RecordState<StaffDetails | SellerDetails>> =>
  categoryOf(stream) === 'staff'
    ? (await handler.load(staff, stream)).state
    : (await handler.load(seller, stream)).state;

/** Returns those memberships whose record lets its person in: one that is archived does not, whatever their password. */
export const openAmong = async (
  records: Records,
  memberships: readonly Membership[],
): Promise<readonly Membership[]> => {
  const states = await Promise.all(
    memberships.map(({ kind, personId }) => loadPersonRecord(records, streamOf(kind, personId))),
  );
  return memberships.filter((_, index) => states[index]?.status === 'ACTIVE');
};

/** Returns what a user comes in as: the oldest that is of this area, or else the oldest; undefined while no record lets them in. */
export const chooseAmong = async (
  records: Records,
  memberships: readonly Membership[],
  area: Area | undefined,
): Promise<Membership | undefined> => {
  const open = await openAmong(records, memberships);
  return open.find(({ kind }) => areaOfKind[kind] === area) ?? open[0];
};
