import { installation } from '#/web/i18n/pt-br/installation.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** Separate from the other texts, because only masters need them. */
export const useInstallationTexts = makeTexts(
  installation,
  async () => (await import('#/web/i18n/en/installation.ts')).installation,
);
