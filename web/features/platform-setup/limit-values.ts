import type { FormErrors } from '#/web/ui/form/use-checked-form.ts';
import type { SetupNow } from './setup-queries.ts';

/** In cents; null = no limit. */
export type Limits = SetupNow['setup']['limits'];

export const limitNames = [
  'sale',
  'withdrawal',
  'withdrawalsPerDay',
] as const satisfies readonly (keyof Limits)[];

export interface LimitDifference {
  readonly path: (typeof limitNames)[number];
  readonly before: number | null;
  readonly after: number | null;
}

/** In the order of the form. */
export const changedLimits = (before: Limits, after: Limits): readonly LimitDifference[] =>
  limitNames
    .filter((path) => before[path] !== after[path])
    .map((path) => ({ path, before: before[path], after: after[path] }));

/** A platform that may do nothing is blocked, or has no uses. */
export const limitErrors = (limits: Limits): FormErrors<Limits, 'tooSmall'> =>
  Object.fromEntries(
    limitNames.filter((name) => limits[name] === 0).map((name) => [name, 'tooSmall'] as const),
  );
