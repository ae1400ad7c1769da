import { factorReset } from '#/web/i18n/pt-br/people/factor-reset.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** A dictionary of its own: few pages need it. */
export const useFactorResetTexts = makeTexts(
  factorReset,
  async () => (await import('#/web/i18n/en/people/factor-reset.ts')).factorReset,
);
