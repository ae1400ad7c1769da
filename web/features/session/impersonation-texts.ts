import { impersonation } from '#/web/i18n/pt-br/people/impersonation.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** Separate texts: few pages load them. */
export const useImpersonationTexts = makeTexts(
  impersonation,
  async () => (await import('#/web/i18n/en/people/impersonation.ts')).impersonation,
);
