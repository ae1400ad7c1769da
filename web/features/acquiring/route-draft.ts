import type { Acquiring } from '#/api/contract/acquiring.ts';
import type { Purpose, Route } from '#/domain/acquiring/route.ts';
import { wholeNumber } from '#/web/ui/fields/whole-number.ts';

/** In the order of the page. */
export const purposes = [
  'PIX',
  'CREDIT_CARD',
  'BILLET',
  'WITHDRAW',
] as const satisfies readonly Purpose[];

export const LONGEST_ROUTE = 10;

/** The smallest and largest value that a platform may set for each limit: `answeredBelow` in percent, `slowerThan` in milliseconds. */
export const LIMITS = {
  answeredBelow: { least: 0, most: 100 },
  slowerThan: { least: 500, most: 60_000 },
} as const;

export type Limit = keyof typeof LIMITS;

/**
 * The routes being edited. The platform's draft has all routes, and the limits. A seller's draft has only the seller's own routes; for
 * the other purposes the platform's routes apply.
 */
export interface RoutesDraft {
  readonly routes: Readonly<Partial<Record<Purpose, Route | undefined>>>;
  readonly stepAside?: Acquiring['stepAside'];
}

type KnownAcquirer = Pick<
  Acquiring['acquirers'][number],
  'id' | 'label' | 'purposes' | 'connected'
>;

export const sumOf = (route: Route): number => route.reduce((sum, { share }) => sum + share, 0);

/** Moves a provider one place earlier (-1) or later (1) in the order of fallback; at either end nothing changes. */
export const moveLeg = (route: Route, provider: string, by: -1 | 1): Route => {
  const from = route.findIndex((leg) => leg.provider === provider);
  const to = from + by;
  const [leg, other] = [route[from], route[to]];
  if (!leg || !other) return route;
  return route.map((each, at) => (at === to ? leg : at === from ? other : each));
};

/** Appends a provider. The first gets the whole share, later ones 0 until the user changes it. */
export const withLeg = (route: Route, provider: string): Route => [
  ...route,
  { provider, share: route.length === 0 ? 100 : 0 },
];

/** Removes a provider; its share goes to the first one left, so that a valid route stays valid. */
export const removeLeg = (route: Route, provider: string): Route => {
  const gone = route.find((leg) => leg.provider === provider);
  const left = route.filter((leg) => leg !== gone);
  return left.map((leg, at) =>
    at === 0 ? { ...leg, share: leg.share + (gone?.share ?? 0) } : leg,
  );
};

export const withShare = (route: Route, provider: string, share: number): Route =>
  route.map((leg) => (leg.provider === provider ? { ...leg, share } : leg));

/** Parses typed text as a whole number of at most `most`; 0 without a digit. */
export const wholeNumberUpTo = (text: string, most: number): number =>
  Math.min(most, wholeNumber(text) ?? 0);

/** Returns the connected acquirers that support the purpose and are not on the route yet. */
export const listAddable = <Known extends KnownAcquirer>(
  acquirers: readonly Known[],
  purpose: Purpose,
  route: Route,
): readonly Known[] =>
  route.length >= LONGEST_ROUTE
    ? []
    : acquirers.filter(
        ({ id, connected, purposes: does }) =>
          connected && does.includes(purpose) && !route.some(({ provider }) => provider === id),
      );

/** The provider id for "no acquirer" (acquirers.7), which other clients may have stored. This page shows an empty route instead. */
const NONE = 'none';

/** Returns routes for display, without `NONE`. */
export const withoutNone = (routes: RoutesDraft['routes']): RoutesDraft['routes'] =>
  Object.fromEntries(
    purposes.map((purpose) => [purpose, routes[purpose] && removeLeg(routes[purpose], NONE)]),
  );

/** Returns the purposes whose route names an acquirer, so that it cannot be disconnected. */
export const purposesUsing = (
  routes: RoutesDraft['routes'],
  provider: string,
): readonly Purpose[] =>
  purposes.filter((purpose) => routes[purpose]?.some((leg) => leg.provider === provider));

export const isWithin = (limit: Limit, value: number): boolean =>
  value >= LIMITS[limit].least && value <= LIMITS[limit].most;

/** Whether the server would accept the draft. */
export const isSound = (
  { routes, stepAside }: RoutesDraft,
  acquirers: readonly Pick<KnownAcquirer, 'id' | 'connected'>[],
): boolean => {
  const connected = new Set(acquirers.filter((each) => each.connected).map(({ id }) => id));
  const soundRoutes = purposes.every((purpose) => {
    const route = routes[purpose] ?? [];
    const shared = route.length === 0 || sumOf(route) === 100;
    return shared && route.every(({ provider }) => connected.has(provider));
  });
  if (!soundRoutes || !stepAside) return soundRoutes;
  return (
    isWithin('answeredBelow', stepAside.answeredBelow) &&
    isWithin('slowerThan', stepAside.slowerThan)
  );
};

const serialise = ({ routes, stepAside }: RoutesDraft): string =>
  JSON.stringify([
    purposes.map((purpose) => routes[purpose]?.map(({ provider, share }) => [provider, share])),
    stepAside?.answeredBelow,
    stepAside?.slowerThan,
  ]);

/** Whether saving would change anything. */
export const isSameDraft = (one: RoutesDraft, other: RoutesDraft): boolean =>
  serialise(one) === serialise(other);
