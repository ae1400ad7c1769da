import type { ProceduresOf } from '#/api/procedure.ts';
import { accountingProcedures } from './accounting.ts';
import { acquiringProcedures } from './acquiring.ts';
import { auditProcedures } from './audit.ts';
import { noticeProcedures } from './notices.ts';
import { privacyProcedures } from './privacy.ts';
import { readModelProcedures } from './read-models.ts';
import { receiverProcedures } from './receivers.ts';
import { sealProcedures } from './seals.ts';
import { salesProcedures } from './sales.ts';

/** What staff may do, each within their platform. */
export const adminProcedures: ProceduresOf<'admin'> = {
  ...salesProcedures,
  ...auditProcedures,
  ...sealProcedures,
  ...accountingProcedures,
  ...readModelProcedures,
  ...noticeProcedures,
  ...privacyProcedures,
  ...acquiringProcedures,
  ...receiverProcedures,
};
