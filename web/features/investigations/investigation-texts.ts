import { investigation } from '#/web/i18n/pt-br/investigation.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** Separate texts: few pages load them. */
export const useInvestigationTexts = makeTexts(
  investigation,
  async () => (await import('#/web/i18n/en/investigation.ts')).investigation,
);
