import { installation } from '#/web/i18n/pt-br/installation.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** A dictionary of its own: few pages need it. */
export const useInstallationTexts = makeTexts(
  installation,
  async () => (await import('#/web/i18n/en/installation.ts')).installation,
);
