import type { ProceduresOf } from '#/api/http/procedure.ts';
import { accountProcedures } from './account.ts';
import { receiverProcedures } from './receiver.ts';
import { refundProcedures } from './refunds.ts';
import { salesProcedures } from './sales.ts';
import { withdrawalProcedures } from './withdrawals.ts';

/** What sellers may do; every query and command is bound to the seller of the session. */
export const sellerProcedures: ProceduresOf<'seller'> = {
  ...salesProcedures,
  ...accountProcedures,
  ...withdrawalProcedures,
  ...refundProcedures,
  ...receiverProcedures,
};
