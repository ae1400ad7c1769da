import { downloadTexts } from '#/web/i18n/pt-br/download.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** Separate texts: few pages load them. */
export const useDownloadTexts = makeTexts(
  downloadTexts,
  async () => (await import('#/web/i18n/en/download.ts')).downloadTexts,
);
