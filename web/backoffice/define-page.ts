import { useTexts } from '#/web/i18n/texts.ts';
import { createDefinePage } from '#/web/ui/blocks/data-table-page.tsx';

/** Builds a list of the back office from its description. */
export const definePage = createDefinePage(useTexts);
