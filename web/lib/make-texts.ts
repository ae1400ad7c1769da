import { use } from 'react';
import { useLanguage } from './i18n.ts';

/** Makes the hook of some texts. Portuguese is bundled; English is fetched when needed, and the component suspends until it is loaded. */
export const makeTexts = <Texts>(
  portuguese: Texts,
  fetchEnglish: () => Promise<Texts>,
): (() => Texts) => {
  let loading: Promise<Texts> | undefined;
  return function useTextsInLanguage() {
    return useLanguage() === 'pt' ? portuguese : use((loading ??= fetchEnglish()));
  };
};
