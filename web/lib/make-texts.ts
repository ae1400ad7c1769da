import { use } from 'react';
import { fetchOnce } from './fetch-once.ts';
import { useLanguage } from './i18n.ts';

/** Portuguese is bundled; English is loaded when needed, and the component suspends until then. */
export const makeTexts = <Texts>(
  portuguese: Texts,
  fetchEnglish: () => Promise<Texts>,
): (() => Texts) => {
  const loadEnglish = fetchOnce(fetchEnglish);
  return function useTextsInLanguage() {
    return useLanguage() === 'pt' ? portuguese : use(loadEnglish());
  };
};
