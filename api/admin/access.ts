import type { ProceduresOf } from '#/api/http/procedure.ts';
import { listAccess } from '#/api/people/list-access.ts';

export const accessProcedures: Pick<ProceduresOf<'admin'>, 'admin.listAccess'> = {
  'admin.listAccess': (input, { caller, services }) => listAccess(services, caller, input),
};
