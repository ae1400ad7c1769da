import { impersonation } from '#/web/i18n/pt-br/people/impersonation.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** A dictionary of its own: few pages need it. */
export const useImpersonationTexts = makeTexts(
  impersonation,
  async () => (await import('#/web/i18n/en/people/impersonation.ts')).impersonation,
);
