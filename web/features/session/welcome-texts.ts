import { use } from 'react';
import { welcome as portuguese, type WelcomeTexts } from '#/web/i18n/pt-br/welcome.ts';
import { useLanguage } from '#/web/lib/i18n.ts';

let loadingEnglish: Promise<WelcomeTexts> | undefined;

const fetchEnglish = async (): Promise<WelcomeTexts> =>
  (await import('#/web/i18n/en/welcome.ts')).welcome;

const english = (): Promise<WelcomeTexts> => (loadingEnglish ??= fetchEnglish());

/** Separate from the other texts, because one screen needs them once. */
export const useWelcomeTexts = (): WelcomeTexts =>
  useLanguage() === 'pt' ? portuguese : use(english());
