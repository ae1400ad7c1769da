import { investigation } from '#/web/i18n/pt-br/investigation.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** A dictionary of its own: few pages need it. */
export const useInvestigationTexts = makeTexts(
  investigation,
  async () => (await import('#/web/i18n/en/investigation.ts')).investigation,
);
