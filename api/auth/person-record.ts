import type { Accessing } from '#/domain/access/commands.ts';
import { categoryOf, streamOf } from '#/domain/ids.ts';
import type { RecordState } from '#/domain/record.ts';
import { seller, type SellerDetails } from '#/domain/seller/seller.ts';
import { staff, type StaffDetails } from '#/domain/staff/staff.ts';
import type { CommandHandler } from '#/ledger/handle-command.ts';

/** Returns the record of a person with a sign-in. @param stream `staff-…` or `seller-…` */
export const loadPersonRecord = async (
  handler: Pick<CommandHandler, 'load'>,
  stream: string,
): Promise<RecordState<StaffDetails | SellerDetails>> =>
  categoryOf(stream) === 'staff'
    ? (await handler.load(staff, stream)).state
    : (await handler.load(seller, stream)).state;

/** Whether the record of a person lets them in: one that is archived does not, whatever their password. */
export const mayComeIn = async (
  { handler }: { readonly handler: Pick<CommandHandler, 'load'> },
  person: Accessing | undefined,
): Promise<boolean> => {
  if (person === undefined) return false;
  const stream = streamOf(person.kind, person.personId);
  return (await loadPersonRecord(handler, stream)).status === 'ACTIVE';
};
