import { use } from 'react';
import { fetchOnce } from './fetch-once.ts';
import { useLanguage } from './i18n.ts';

/** Portuguese is bundled; English suspends until it is loaded. */
export const makeTexts = <Texts>(
  portuguese: Texts,
  fetchEnglish: () => Promise<Texts>,
): (() => Texts) => {
  const loadEnglish = fetchOnce(fetchEnglish);
  return function useTextsInLanguage() {
    return useLanguage() === 'pt' ? portuguese : use(loadEnglish());
  };
};
