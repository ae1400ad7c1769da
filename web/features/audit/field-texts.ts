import type { BackofficeTexts } from '#/web/i18n/pt-br/backoffice.ts';
import type { RecordTexts } from '#/web/i18n/pt-br/record.ts';
import type { Formats } from '#/web/ui/hooks/use-formats.ts';
import { actorText, causeText } from '#/web/i18n/record-texts.ts';
import { formatPosition } from '#/web/lib/format.ts';
import { translateCode } from '#/web/i18n/texts.ts';

export interface FieldTexts {
  readonly texts: Pick<BackofficeTexts, 'common' | 'method' | 'status'>;
  readonly record: RecordTexts;
  readonly formats: Pick<Formats, 'money' | 'dateTimeExact'>;
}

/** Read models with one row for a payment: the text leaves out the row's index. */
const SINGLE_ROWS = ['sale', 'payment_timeline', 'provider_reference'];

const AMOUNTS = [
  'amount',
  'fee',
  'interest',
  'net',
  'refundedAmount',
  'reversedAmount',
  'unapplied',
];

const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/** `refund[1]` becomes the second refund. */
const stepText = (step: string, { field }: RecordTexts): string => {
  const [, name = step, index] = /^(\w+)\[(\d+)\]$/.exec(step) ?? [];
  const text = translateCode(field, name);
  return index === undefined || SINGLE_ROWS.includes(name) ? text : `${text} ${Number(index) + 1}`;
};

/** Returns the text of a path into a payment's data (`payment_timeline[0].entries[2].cause`). */
export const placeText = (path: string, { record }: FieldTexts): string =>
  path
    .split('.')
    .map((step) => stepText(step, record))
    .join(' · ');

const stringText = (
  field: string,
  value: string,
  { texts, record, formats }: FieldTexts,
): string => {
  if (field === 'type') return translateCode(record.event, value);
  if (field === 'actor') return actorText(value, record);
  if (field === 'cause') return causeText(value, record);
  if (field === 'position') return formatPosition(value);
  if (INSTANT.test(value)) return formats.dateTimeExact(value);
  return translateCode({ ...texts.status, ...texts.method, ...record.value }, value);
};

/** Formats a value by the last field of its path, as the rest of the page does. */
export const valueText = (path: string, value: unknown, fieldTexts: FieldTexts): string => {
  const { texts, record, formats } = fieldTexts;
  const field = path.slice(path.lastIndexOf('.') + 1);
  if (value === null || value === undefined) return texts.common.none;
  if (typeof value === 'boolean') return value ? record.yes : record.no;
  if (typeof value === 'number') {
    return AMOUNTS.includes(field) ? formats.money(value) : String(value);
  }
  return typeof value === 'string' ? stringText(field, value, fieldTexts) : record.isThere;
};
