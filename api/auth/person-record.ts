import { categoryOf } from '#/domain/ids.ts';
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
