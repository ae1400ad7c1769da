import type { DetailsMeanwhileTexts } from '#/web/i18n/pt-br/details-meanwhile.ts';
import type { Dictionary } from '#/web/lib/i18n.ts';

export const detailsMeanwhile: Dictionary<DetailsMeanwhileTexts> = {
  title: 'The details changed while you edited them.',
  text: 'What you changed stays in the form and is not saved yet; the rest follows what is on record.',
  changed: { place: 'Field', before: 'Before', after: 'Now' },
  empty: 'empty',
};
