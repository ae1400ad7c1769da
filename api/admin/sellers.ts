import type { ProceduresOf } from '#/api/http/procedure.ts';
import { findSellers } from '#/api/people/find-sellers.ts';

export const sellerProcedures: Pick<ProceduresOf<'admin'>, 'admin.findSellers'> = {
  'admin.findSellers': (input, { caller, services }) =>
    findSellers(services, caller.platformId, input),
};
