import { listOwnImpersonations } from '#/api/auth/impersonation/own-impersonations.ts';
import type { ProceduresOf } from '#/api/http/procedure.ts';

export const impersonationProcedures: Pick<ProceduresOf<'seller'>, 'seller.listImpersonations'> = {
  'seller.listImpersonations': (input, { caller, services }) =>
    listOwnImpersonations(services, caller, input),
};
