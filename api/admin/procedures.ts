import type { ProceduresOf } from '#/api/http/procedure.ts';
import { accessProcedures } from './access.ts';
import { accountingProcedures } from './accounting.ts';
import { acquiringProcedures } from './acquiring.ts';
import { auditProcedures } from './audit.ts';
import { factorResetProcedures } from './factor-resets.ts';
import { investigationProcedures } from './investigations.ts';
import { mailProcedures } from './mail.ts';
import { managerProcedures } from './managers.ts';
import { noticeProcedures } from './notices.ts';
import { onboardingProcedures } from './onboarding.ts';
import { privacyProcedures } from './privacy.ts';
import { payoutProcedures } from './payouts.ts';
import { platformTermsProcedures } from './platform-terms.ts';
import { receiverProcedures } from './receivers.ts';
import { proofProcedures } from './proof.ts';
import { salesProcedures } from './sales.ts';
import { sellerProcedures } from './sellers.ts';
import { serviceProcedures } from './outside-services.ts';
import { staffProcedures } from './staff.ts';

/** Procedures of staff, each limited to their platform. */
export const adminProcedures: ProceduresOf<'admin'> = {
  ...salesProcedures,
  ...sellerProcedures,
  ...auditProcedures,
  ...proofProcedures,
  ...accountingProcedures,
  ...noticeProcedures,
  ...privacyProcedures,
  ...acquiringProcedures,
  ...receiverProcedures,
  ...accessProcedures,
  ...investigationProcedures,
  ...mailProcedures,
  ...serviceProcedures,
  ...platformTermsProcedures,
  ...onboardingProcedures,
  ...staffProcedures,
  ...managerProcedures,
  ...factorResetProcedures,
  ...payoutProcedures,
};
