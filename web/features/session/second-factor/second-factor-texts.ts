import { secondFactor } from '#/web/i18n/pt-br/people/second-factor.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** A dictionary of its own: few pages need it. */
export const useSecondFactorTexts = makeTexts(
  secondFactor,
  async () => (await import('#/web/i18n/en/people/second-factor.ts')).secondFactor,
);
