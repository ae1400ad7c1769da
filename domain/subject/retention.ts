import type { RetentionClass } from '#/domain/sealed.ts';
import type { Day } from '#/domain/time.ts';

/**
 * How long the law holds what, in this one place. LGPD (Lei 13.709/2018) art. 18 VI lets a person ask for erasure; art. 16 I
 * excepts what a law or regulation demands to be kept, and art. 7 VI what is needed to exercise rights in proceedings.
 *
 * `fiscal` (name and document on what was paid): the tax limitation of five years, CTN art. 173, 174 and 195, counted from
 * the last payment. `contact` (e-mail, phone, address, IP, tracking): no term of its own. Have counsel confirm both.
 */
export const FISCAL_YEARS = 5;

/** What is not finished holds every class: without the person it could be neither carried out nor contested. */
export const holdCauses = [
  'open-payment',
  'open-refund',
  'open-withdrawal',
  'open-balance',
  'active-account',
  'fiscal-record',
] as const;

export type HoldCause = (typeof holdCauses)[number];

export interface Hold {
  readonly causes: readonly HoldCause[];
  /** The day on which it may go; null = when the causes have ended. */
  readonly until: Day | null;
}

/** What one record of a person says about keeping them. */
export interface Holding {
  /** What is not finished in it. */
  readonly open: readonly Exclude<HoldCause, 'fiscal-record'>[];
  /** When money last moved by it; null when none did. */
  readonly paidOn: Day | null;
}

const yearsAfter = (day: Day, years: number): Day =>
  Temporal.PlainDate.from(day).add({ years }).toString();

/** Whether a class may go, and if not why and until when. Undefined = nothing holds it. */
export const holdOf = (
  retention: RetentionClass,
  records: readonly Holding[],
  today: Day,
): Hold | undefined => {
  const open = [...new Set(records.flatMap((record) => record.open))].toSorted();
  const paid = records.flatMap(({ paidOn }) => (paidOn === null ? [] : [paidOn])).toSorted();
  const last = retention === 'fiscal' ? paid.at(-1) : undefined;
  const until = last === undefined ? null : yearsAfter(last, FISCAL_YEARS);
  if (until !== null && until > today) return { causes: [...open, 'fiscal-record'], until };
  return open.length > 0 ? { causes: open, until: null } : undefined;
};
