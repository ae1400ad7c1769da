import { useTexts } from '#/web/i18n/texts.ts';
import { createDefinePage } from '#/web/ui/blocks/data-table-page.tsx';

export const definePage = createDefinePage(useTexts);
