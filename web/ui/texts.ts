import { use } from 'react';
import { uiTexts as portuguese } from '#/web/i18n/pt-br/ui.ts';
import type { UiTexts } from '#/web/i18n/pt-br/ui.ts';
import { useLanguage } from '#/web/lib/i18n.ts';

let loadingEnglish: Promise<UiTexts> | undefined;

const fetchEnglish = async (): Promise<UiTexts> => (await import('#/web/i18n/en/ui.ts')).uiTexts;

const english = (): Promise<UiTexts> => (loadingEnglish ??= fetchEnglish());

/** Texts of the parts in this folder, which know no business. */
export const useUiTexts = (): UiTexts => (useLanguage() === 'pt' ? portuguese : use(english()));
