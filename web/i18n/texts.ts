import { backoffice } from '#/web/i18n/pt-br/backoffice.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** Portuguese is bundled; English is loaded when needed, and the component suspends until then. */
export const useTexts = makeTexts(
  backoffice,
  async () => (await import('#/web/i18n/en/backoffice.ts')).backoffice,
);

/** A code without a text is shown rather than hidden. */
export const translateCode = (words: Readonly<Record<string, string>>, code: string): string =>
  words[code] ?? code;
