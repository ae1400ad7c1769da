import { downloadTexts } from '#/web/i18n/pt-br/download.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** A dictionary of its own: few pages need it. */
export const useDownloadTexts = makeTexts(
  downloadTexts,
  async () => (await import('#/web/i18n/en/download.ts')).downloadTexts,
);
