import { adminProcedures } from './admin/procedures.ts';
import { sessionProcedures } from './auth/session.ts';
import type { Procedures, ProceduresOf } from './procedure.ts';
import { sellerProcedures } from './seller/procedures.ts';

/** Every procedure of the contract with what it does. */
export const procedures = (checkout: ProceduresOf<'checkout'>): Procedures => ({
  ...checkout,
  ...sessionProcedures,
  ...sellerProcedures,
  ...adminProcedures,
});
