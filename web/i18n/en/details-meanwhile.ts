import type { DetailsMeanwhileTexts } from '#/web/i18n/pt-br/details-meanwhile.ts';
import type { Dictionary } from '#/web/lib/i18n.ts';

export const detailsMeanwhile: Dictionary<DetailsMeanwhileTexts> = {
  title: {
    editor: 'The details changed while you edited them.',
    reviewer: 'The seller changed the details while you read them.',
  },
  text: {
    editor:
      'What you changed stays in the form and is not saved yet; the rest follows what is on record.',
    reviewer:
      'Nothing was sent to the acquirer. Read the details as they are now before you register.',
  },
  changed: { place: 'Field', before: 'Before', after: 'Now' },
  empty: 'empty',
};
