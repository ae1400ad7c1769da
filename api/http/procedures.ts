import { adminProcedures } from '#/api/admin/procedures.ts';
import { sessionProcedures } from '#/api/auth/session.ts';
import type { Procedures, ProceduresOf } from './procedure.ts';
import { sellerProcedures } from '#/api/seller/procedures.ts';

/** Every procedure of the contract with what it does. */
export const procedures = (checkout: ProceduresOf<'checkout'>): Procedures => ({
  ...checkout,
  ...sessionProcedures,
  ...sellerProcedures,
  ...adminProcedures,
});
