import { use } from 'react';
import {
  investigation as portuguese,
  type InvestigationTexts,
} from '#/web/i18n/pt-br/investigation.ts';
import { useLanguage } from '#/web/lib/i18n.ts';

let loadingEnglish: Promise<InvestigationTexts> | undefined;

const fetchEnglish = async (): Promise<InvestigationTexts> =>
  (await import('#/web/i18n/en/investigation.ts')).investigation;

const english = (): Promise<InvestigationTexts> => (loadingEnglish ??= fetchEnglish());

/** Separate from the other texts, because only one screen needs them. */
export const useInvestigationTexts = (): InvestigationTexts =>
  useLanguage() === 'pt' ? portuguese : use(english());
