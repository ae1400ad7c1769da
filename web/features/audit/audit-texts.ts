import { auditTexts } from '#/web/i18n/pt-br/audit.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** Separate texts: few pages load them. */
export const useAuditTexts = makeTexts(
  auditTexts,
  async () => (await import('#/web/i18n/en/audit.ts')).auditTexts,
);
