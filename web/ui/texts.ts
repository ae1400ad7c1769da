import { use } from 'react';
import { backoffice as portuguese } from '#/web/i18n/pt-br/backoffice.ts';
import type { BackofficeTexts } from '#/web/i18n/pt-br/backoffice.ts';
import { useLanguage } from '#/web/lib/i18n.ts';

let loadingEnglish: Promise<BackofficeTexts> | undefined;

const fetchEnglish = async (): Promise<BackofficeTexts> =>
  (await import('#/web/i18n/en/backoffice.ts')).backoffice;

const english = (): Promise<BackofficeTexts> => (loadingEnglish ??= fetchEnglish());

/** Portuguese is there at once; English is fetched by those who read it, and suspends until it is. */
export const useTexts = (): BackofficeTexts =>
  useLanguage() === 'pt' ? portuguese : use(english());

/** A code in words; one that has none is shown as it is rather than hidden. */
export const wordFor = (words: Readonly<Record<string, string>>, code: string): string =>
  words[code] ?? code;
