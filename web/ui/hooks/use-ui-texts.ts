import { uiTexts } from '#/web/i18n/pt-br/ui.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

export const useUiTexts = makeTexts(
  uiTexts,
  async () => (await import('#/web/i18n/en/ui.ts')).uiTexts,
);
