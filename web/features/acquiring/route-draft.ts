import type { Acquiring } from '#/api/contract/acquiring.ts';
import { LONGEST_ROUTE, SUSPENSION_BOUNDS } from '#/domain/acquiring/bounds.ts';
import type { Purpose, Route } from '#/domain/acquiring/route.ts';
import type { FormErrors } from '#/web/ui/form/use-checked-form.ts';
import { wholeNumber } from '#/web/ui/fields/whole-number.ts';

/** In the page's order. */
export const purposes = [
  'PIX',
  'CREDIT_CARD',
  'BILLET',
  'WITHDRAW',
] as const satisfies readonly Purpose[];

type Limit = keyof typeof SUSPENSION_BOUNDS;

type Routes = Readonly<Partial<Record<Purpose, Route | null | undefined>>>;

/** The platform's routes and suspension limits, or a seller's routes, which have no limits. */
export interface RecordedRoutes {
  readonly routes: Routes;
  readonly stepAside?: Acquiring['stepAside'];
}

/** A seller's route is null where the platform's route applies. Sellers have no limits of their own: both are null. */
export type RoutesValues = Readonly<Record<Purpose, Route | null>> &
  Readonly<Record<Limit, number | null>>;

/** The revision is that of the record with the routes. */
export interface SavedRoutes {
  readonly values: RoutesValues;
  readonly revision: number;
}

/** `sum`: shares do not add up to 100; `unconnected`: no account at an acquirer; a limit's name: out of range. */
export type RoutesError = 'sum' | 'unconnected' | Limit;

type RouteAcquirer = Pick<
  Acquiring['acquirers'][number],
  'id' | 'label' | 'purposes' | 'connected'
>;

export const sumOf = (route: Route): number => route.reduce((sum, { share }) => sum + share, 0);

/** Moves a provider one place earlier (-1) or later (1) in the order of fallback. */
export const moveLeg = (route: Route, provider: string, by: -1 | 1): Route => {
  const from = route.findIndex((leg) => leg.provider === provider);
  const to = from + by;
  const [leg, other] = [route[from], route[to]];
  if (!leg || !other) return route;
  return route.map((each, at) => (at === to ? leg : at === from ? other : each));
};

/** Adds a provider at the end. The first provider of a route gets 100 %, a later one 0 %. */
export const withLeg = (route: Route, provider: string): Route => [
  ...route,
  { provider, share: route.length === 0 ? 100 : 0 },
];

/** Gives the share of the removed provider to the first that remains, so that a valid route stays valid. */
export const removeLeg = (route: Route, provider: string): Route => {
  const removed = route.find((leg) => leg.provider === provider);
  const remaining = route.filter((leg) => leg !== removed);
  return remaining.map((leg, at) =>
    at === 0 ? { ...leg, share: leg.share + (removed?.share ?? 0) } : leg,
  );
};

export const withShare = (route: Route, provider: string, share: number): Route =>
  route.map((leg) => (leg.provider === provider ? { ...leg, share } : leg));

/** Reads a whole number; one above `most` becomes `most`, a text without a digit 0. */
export const wholeNumberUpTo = (text: string, most: number): number =>
  Math.min(most, wholeNumber(text) ?? 0);

/** The connected acquirers that support the purpose and are not on the route yet. */
export const listAddable = <Acquirer extends RouteAcquirer>(
  acquirers: readonly Acquirer[],
  purpose: Purpose,
  route: Route,
): readonly Acquirer[] =>
  route.length >= LONGEST_ROUTE
    ? []
    : acquirers.filter(
        ({ id, connected, purposes: supported }) =>
          connected &&
          supported.includes(purpose) &&
          !route.some(({ provider }) => provider === id),
      );

/** The provider id for "no acquirer" (acquirers.7). */
const NONE = 'none';

/** Returns the form's values: routes without `NONE`, so that a route to it is an empty route. */
export const valuesOf = ({ routes, stepAside }: RecordedRoutes): RoutesValues => {
  const routeOf = (purpose: Purpose): Route | null => {
    const route = routes[purpose];
    return route ? removeLeg(route, NONE) : null;
  };
  return {
    PIX: routeOf('PIX'),
    CREDIT_CARD: routeOf('CREDIT_CARD'),
    BILLET: routeOf('BILLET'),
    WITHDRAW: routeOf('WITHDRAW'),
    answeredBelow: stepAside?.answeredBelow ?? null,
    slowerThan: stepAside?.slowerThan ?? null,
  };
};

/** Returns the purposes that prevent disconnecting the acquirer. */
export const purposesUsing = (routes: Routes, provider: string): readonly Purpose[] =>
  purposes.filter((purpose) => routes[purpose]?.some((leg) => leg.provider === provider));

export const isWithin = (limit: Limit, value: number): boolean =>
  value >= SUSPENSION_BOUNDS[limit].least && value <= SUSPENSION_BOUNDS[limit].most;

/** In the page's order. */
export const limitNames = ['answeredBelow', 'slowerThan'] as const satisfies readonly Limit[];

const routeError = (route: Route, connected: ReadonlySet<string>): RoutesError | undefined => {
  if (route.length > 0 && sumOf(route) !== 100) return 'sum';
  return route.every(({ provider }) => connected.has(provider)) ? undefined : 'unconnected';
};

/** Returns what the server would refuse. */
export const routesErrors = (
  values: RoutesValues,
  acquirers: readonly Pick<RouteAcquirer, 'id' | 'connected'>[],
): FormErrors<RoutesValues, RoutesError> => {
  const connected = new Set(acquirers.filter((each) => each.connected).map(({ id }) => id));
  const errors: Partial<Record<Purpose | Limit, RoutesError | undefined>> = {};
  for (const purpose of purposes) errors[purpose] = routeError(values[purpose] ?? [], connected);
  for (const name of limitNames) {
    const value = values[name];
    if (value !== null && !isWithin(name, value)) errors[name] = name;
  }
  return errors;
};

const fieldNames = [...purposes, ...limitNames] as const;

type RoutesField = (typeof fieldNames)[number];

/** A text that is equal for equal values. */
const comparableText = (value: RoutesValues[RoutesField]): string =>
  JSON.stringify(
    typeof value === 'number' ? value : value?.map(({ provider, share }) => [provider, share]),
  ) ?? '';

export interface RoutesDifference {
  readonly path: RoutesField;
  readonly before: RoutesValues[RoutesField];
  readonly after: RoutesValues[RoutesField];
}

/** The changed fields, in the page's order. A route has also changed if only the order of its acquirers has. */
export const differencesBetween = (
  before: RoutesValues,
  after: RoutesValues,
): readonly RoutesDifference[] =>
  fieldNames
    .map((path) => ({ path, before: before[path], after: after[path] }))
    .filter((each) => comparableText(each.before) !== comparableText(each.after));
