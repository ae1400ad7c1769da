import type { SellerChange } from '#/api/contract/sellers.ts';
import { formatDocument } from '#/domain/brazil/document.ts';
import type { UserRecordTexts } from '#/web/i18n/pt-br/people/user-record.ts';

type ChangedField = SellerChange['fields'][number];
type Texts = UserRecordTexts['changes'];

const valueText = ({ field }: ChangedField, value: ChangedField['after'], texts: Texts): string => {
  if (value === null) return '—';
  if (typeof value === 'boolean') return value ? texts.on : texts.off;
  if (field === 'status' && (value === 'ACTIVE' || value === 'BLOCKED'))
    return texts.statuses[value];
  return field === 'document' ? formatDocument(value) : value;
};

/** Makes the rows of a `DiffTable`. */
export const changedRows = (fields: readonly ChangedField[], texts: Texts) =>
  fields.map((changed) => {
    const { field, before, after } = changed;
    // The server hides values from users who may not see them.
    const isHidden = before === null && after === null;
    return {
      key: field,
      place: texts.fields[field],
      before: valueText(changed, before, texts),
      after: isHidden ? texts.hidden : valueText(changed, after, texts),
    };
  });
