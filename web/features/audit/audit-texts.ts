import { auditTexts } from '#/web/i18n/pt-br/audit.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** A dictionary of its own: few pages need it. */
export const useAuditTexts = makeTexts(
  auditTexts,
  async () => (await import('#/web/i18n/en/audit.ts')).auditTexts,
);
