import { backoffice as en } from '#/web/i18n/en/backoffice.ts';
import { backoffice as pt } from '#/web/i18n/pt-br/backoffice.ts';
import { dictionaryHook } from '#/web/lib/i18n.ts';

export const useTexts = dictionaryHook({ pt, en });

/** A code in words; one that has none is shown as it is rather than hidden. */
export const wordFor = (words: Readonly<Record<string, string>>, code: string): string =>
  words[code] ?? code;
