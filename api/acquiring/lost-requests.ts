import type { Core } from '#/api/composition/core.ts';
import { KEY_SECONDS, mayRepeatLost } from '#/domain/epoch/epoch.ts';
import type { Purpose, Route } from '#/domain/acquiring/route.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { mayUse } from '#/domain/platform/may-use.ts';
import type { PlatformSetup } from '#/domain/platform/setup.ts';
import { addSeconds } from '#/domain/values/time.ts';
import { listConnectedProviders } from './connected-providers.ts';

/** When a request with one of these purposes is repeated, every acquirer of its route is asked whether it has the first request. */
const soughtOnRoute = ['CREDIT_CARD', 'WITHDRAW'] as const;

/**
 * After a failover the log may lack a charge or payout that an acquirer made. If its request is repeated, only acquirers in use are asked
 * about it. So as long as a request may be repeated, no acquirer may go out of use.
 * @param findEnded returns an acquirer that would no longer be used for a purpose
 * @throws Refused `provider/may-have-lost-request` for about a day after a failover
 */
export const requireNoneLost = async (
  { ports }: Pick<Core, 'ports'>,
  findEnded: (purpose: (typeof soughtOnRoute)[number]) => string | undefined,
): Promise<void> => {
  if (!mayRepeatLost(await ports.epoch(), addSeconds(ports.now(), -KEY_SECONDS))) return;
  for (const purpose of soughtOnRoute) {
    const provider = findEnded(purpose);
    if (provider !== undefined) throw new Refused('provider/may-have-lost-request', { provider });
  }
};

export type RoutesByPurpose = { readonly [Each in Purpose]?: Route | undefined };

/**
 * @param shared the platform's routes, which a seller without own routes takes; given when a seller's own routes change
 * @throws as `requireNoneLost` when an acquirer leaves the route that requests really take
 */
export const requireNoneLostByRoutes = (
  core: Pick<Core, 'ports'>,
  { before, after }: { readonly before: RoutesByPurpose; readonly after: RoutesByPurpose },
  shared: RoutesByPurpose = {},
): Promise<void> =>
  requireNoneLost(core, (purpose) => {
    const [earlier = [], later = []] = [before, after].map(
      (routes) => routes[purpose] ?? shared[purpose],
    );
    const removed = earlier.find(
      ({ provider }) => provider !== 'none' && !later.some((leg) => leg.provider === provider),
    );
    return removed?.provider;
  });

/** @throws as `requireNoneLost` when a setup ends the use of a connected acquirer */
export const requireNoneLostBySetup = async (
  core: Core,
  platformId: string,
  { before, after }: { readonly before: PlatformSetup; readonly after: PlatformSetup },
): Promise<void> => {
  const connected = [...(await listConnectedProviders(core, platformId))];
  await requireNoneLost(core, (purpose) =>
    connected.find((provider) => {
      // An earlier payout may have been simulated or real, so both kinds are checked.
      const kinds = purpose === 'WITHDRAW' ? [true, false] : [undefined];
      return kinds.some((isSimulated) => {
        const use = { provider, purpose, isSimulated };
        return provider !== 'none' && mayUse(before, use) && !mayUse(after, use);
      });
    }),
  );
};
