import { onboarding } from '#/web/i18n/pt-br/people/onboarding.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** A dictionary of its own: few pages need it. */
export const useOnboardingTexts = makeTexts(
  onboarding,
  async () => (await import('#/web/i18n/en/people/onboarding.ts')).onboarding,
);
