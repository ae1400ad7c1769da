import { downloadTexts } from '#/web/i18n/pt-br/download.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** Separate from the other texts, because few pages have files to download. */
export const useDownloadTexts = makeTexts(
  downloadTexts,
  async () => (await import('#/web/i18n/en/download.ts')).downloadTexts,
);
