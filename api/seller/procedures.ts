import type { ProceduresOf } from '#/api/http/procedure.ts';
import { accountProcedures } from './account.ts';
import { impersonationProcedures } from './impersonations.ts';
import { receiverProcedures } from './receiver.ts';
import { refundProcedures } from './refunds.ts';
import { salesProcedures } from './sales.ts';
import { withdrawalProcedures } from './withdrawals.ts';

/** Every query and command is limited to the session's seller. */
export const sellerProcedures: ProceduresOf<'seller'> = {
  ...salesProcedures,
  ...accountProcedures,
  ...withdrawalProcedures,
  ...refundProcedures,
  ...receiverProcedures,
  ...impersonationProcedures,
};
