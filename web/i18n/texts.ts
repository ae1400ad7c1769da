import { use } from 'react';
import { backoffice as portuguese } from '#/web/i18n/pt-br/backoffice.ts';
import type { BackofficeTexts } from '#/web/i18n/pt-br/backoffice.ts';
import { useLanguage } from '#/web/lib/i18n.ts';

let loadingEnglish: Promise<BackofficeTexts> | undefined;

const fetchEnglish = async (): Promise<BackofficeTexts> =>
  (await import('#/web/i18n/en/backoffice.ts')).backoffice;

const english = (): Promise<BackofficeTexts> => (loadingEnglish ??= fetchEnglish());

/** Portuguese is bundled; English is fetched when needed, and the component suspends until it is loaded. */
export const useTexts = (): BackofficeTexts =>
  useLanguage() === 'pt' ? portuguese : use(english());

/** Returns the text of a code; a code without a text is shown as it is rather than hidden. */
export const wordFor = (words: Readonly<Record<string, string>>, code: string): string =>
  words[code] ?? code;
