import type { Acquiring } from '#/api/contract/acquiring.ts';
import type { Purpose, Route } from '#/domain/acquiring/route.ts';

/** In the order of the page. */
export const purposes = [
  'PIX',
  'CREDIT_CARD',
  'BILLET',
  'WITHDRAW',
] as const satisfies readonly Purpose[];

export const LONGEST_ROUTE = 10;

/** What the platform may ask of its acquirers; `answeredBelow` is in percent, `slowerThan` in milliseconds. */
export const LIMITS = {
  answeredBelow: { least: 0, most: 100 },
  slowerThan: { least: 500, most: 60_000 },
} as const;

export type Limit = keyof typeof LIMITS;

/** Routes as they are edited: a platform's are all there and come with limits, a seller's only where they are its own. */
export interface RoutesDraft {
  readonly routes: Readonly<Partial<Record<Purpose, Route | undefined>>>;
  readonly stepAside?: Acquiring['stepAside'];
}

type KnownAcquirer = Pick<
  Acquiring['acquirers'][number],
  'id' | 'label' | 'purposes' | 'connected'
>;

export const sumOf = (route: Route): number => route.reduce((sum, { share }) => sum + share, 0);

/** One place earlier (-1) or later (1) in the order of falling back; at either end nothing moves. */
export const moved = (route: Route, provider: string, by: -1 | 1): Route => {
  const from = route.findIndex((stop) => stop.provider === provider);
  const to = from + by;
  const [stop, other] = [route[from], route[to]];
  if (!stop || !other) return route;
  return route.map((each, at) => (at === to ? stop : at === from ? other : each));
};

/** The first takes everything, later ones nothing until they are given a share. */
export const withStop = (route: Route, provider: string): Route => [
  ...route,
  { provider, share: route.length === 0 ? 100 : 0 },
];

/** What it had goes to the first of those that are left, so that a sound route stays one. */
export const without = (route: Route, provider: string): Route => {
  const gone = route.find((stop) => stop.provider === provider);
  const left = route.filter((stop) => stop !== gone);
  return left.map((stop, at) =>
    at === 0 ? { ...stop, share: stop.share + (gone?.share ?? 0) } : stop,
  );
};

export const withShare = (route: Route, provider: string, share: number): Route =>
  route.map((stop) => (stop.provider === provider ? { ...stop, share } : stop));

/** A whole number out of what is typed, letters ignored and never above `most`. */
export const wholeNumber = (typed: string, most: number): number =>
  Math.min(most, Number(typed.replace(/\D/g, '').slice(0, 6)));

/** Connected acquirers that do this and are not on the route yet. */
export const addable = <Known extends KnownAcquirer>(
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

/** acquirers.7's choice of nobody, as it may be on record from elsewhere; here it is a route without anybody. */
const NOBODY = 'none';

/** Routes as they are shown. */
export const withoutNobody = (routes: RoutesDraft['routes']): RoutesDraft['routes'] =>
  Object.fromEntries(
    purposes.map((purpose) => [purpose, routes[purpose] && without(routes[purpose], NOBODY)]),
  );

/** Purposes whose route names an acquirer, so that it cannot be let go. */
export const namedIn = (routes: RoutesDraft['routes'], provider: string): readonly Purpose[] =>
  purposes.filter((purpose) => routes[purpose]?.some((stop) => stop.provider === provider));

export const isWithin = (limit: Limit, value: number): boolean =>
  value >= LIMITS[limit].least && value <= LIMITS[limit].most;

/** Whether the server would take it. */
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

const written = ({ routes, stepAside }: RoutesDraft): string =>
  JSON.stringify([
    purposes.map((purpose) => routes[purpose]?.map(({ provider, share }) => [provider, share])),
    stepAside?.answeredBelow,
    stepAside?.slowerThan,
  ]);

/** Whether saving would change anything. */
export const isSameDraft = (one: RoutesDraft, other: RoutesDraft): boolean =>
  written(one) === written(other);
