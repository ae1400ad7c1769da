import { adminProcedures } from '#/api/admin/procedures.ts';
import { personProcedures } from '#/api/auth/person.ts';
import { sessionProcedures } from '#/api/auth/session.ts';
import { managerProcedures } from '#/api/manager/procedures.ts';
import { masterProcedures } from '#/api/master/procedures.ts';
import { registrationProcedures } from '#/api/people/onboarding/procedures.ts';
import type { Procedures, ProceduresOf } from '#/api/http/procedure.ts';
import { sellerProcedures } from '#/api/seller/procedures.ts';

export const procedures = (checkout: ProceduresOf<'checkout'>): Procedures => ({
  ...checkout,
  ...sessionProcedures,
  ...registrationProcedures,
  ...personProcedures,
  ...sellerProcedures,
  ...adminProcedures,
  ...masterProcedures,
  ...managerProcedures,
});
