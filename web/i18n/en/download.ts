import type { DownloadTexts } from '#/web/i18n/pt-br/download.ts';
import { pluralIn } from '#/web/i18n/plural.ts';

const plural = pluralIn('en');

export const downloadTexts: DownloadTexts = {
  format: 'CSV for Excel in English: commas, decimal point, MM/dd/yyyy.',
  lines: (count) => plural(count, 'line', 'lines'),
  counting: 'Counting lines…',
  start: 'Download CSV',
  cancel: 'Cancel download',
  progress: 'Download progress',
  received: (lines, total, bytes) => `${lines} of ${total} lines · ${bytes}`,
  done: (file, lines) => `${file}: ${lines} lines saved.`,
  canceled: 'Download canceled. Nothing was saved.',
  failed: 'The download was interrupted. Nothing was saved.',
};
