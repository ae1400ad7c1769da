import type { RetentionClass } from '#/domain/privacy/encrypted.ts';
import type { Day } from '#/domain/values/time.ts';

/**
 * How long personal data is kept by law; have counsel confirm it. LGPD (Lei 13.709/2018) art. 18 VI, 16 I and 7 VI. Class `fiscal`:
 * five years from the last payment (CTN art. 173, 174, 195). Class `contact`: no term of its own.
 */
export const FISCAL_YEARS = 5;

/** Why personal data is kept. `fiscal-record` keeps only the class `fiscal`, the others every class. */
export const retentionCauses = [
  'open-payment',
  'open-refund',
  'open-withdrawal',
  'open-balance',
  'active-account',
  'fiscal-record',
] as const;

export type RetentionCause = (typeof retentionCauses)[number];

export interface RetentionDuty {
  readonly causes: readonly RetentionCause[];
  /** The first day on which no fiscal record requires this data any more; null = no fiscal record requires it. */
  readonly until: Day | null;
}

/** Why one record, such as a payment, requires us to keep its person's data. */
export interface RecordRetention {
  /** The causes that still exist in this record. */
  readonly open: readonly Exclude<RetentionCause, 'fiscal-record'>[];
  /** The day on which the record last moved money; null when it moved none. */
  readonly paidOn: Day | null;
}

const yearsAfter = (day: Day, years: number): Day =>
  Temporal.PlainDate.from(day).add({ years }).toString();

/** Returns why a class must be kept and until when; undefined = it need not be. */
export const retentionDutyOf = (
  retention: RetentionClass,
  records: readonly RecordRetention[],
  today: Day,
): RetentionDuty | undefined => {
  const open = [...new Set(records.flatMap((record) => record.open))].toSorted();
  const paid = records.flatMap(({ paidOn }) => (paidOn === null ? [] : [paidOn])).toSorted();
  const last = retention === 'fiscal' ? paid.at(-1) : undefined;
  const until = last === undefined ? null : yearsAfter(last, FISCAL_YEARS);
  if (until !== null && until > today) return { causes: [...open, 'fiscal-record'], until };
  return open.length > 0 ? { causes: open, until: null } : undefined;
};
