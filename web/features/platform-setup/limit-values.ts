import type { FormErrors } from '#/web/ui/form/use-checked-form.ts';
import type { SavedSetup } from './setup-queries.ts';

/** Amounts in cents; null: no limit. */
export type Limits = SavedSetup['setup']['limits'];

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

/** Refuses a limit of 0: to stop a platform, masters block it, or let it use acquirers for no purpose. */
export const limitErrors = (limits: Limits): FormErrors<Limits, 'tooSmall'> =>
  Object.fromEntries(
    limitNames.filter((name) => limits[name] === 0).map((name) => [name, 'tooSmall'] as const),
  );
