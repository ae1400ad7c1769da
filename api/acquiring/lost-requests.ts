import type { Core } from '#/api/composition/core.ts';
import { KEY_SECONDS, mayRepeatLost } from '#/domain/epoch/epoch.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { mayUse } from '#/domain/platform/may-use.ts';
import type { PlatformSetup } from '#/domain/platform/setup.ts';
import { addSeconds } from '#/domain/values/time.ts';
import { listConnectedProviders } from './connected-providers.ts';

/** The purposes whose requests, if repeated after a failover, are looked for at every acquirer of their route. */
const soughtOnRoute = ['CREDIT_CARD', 'WITHDRAW'] as const;

/**
 * For a day after a failover, in which another copy replaced the log, refuses to take an acquirer out of use for cards or payouts. The log
 * may have lost a card charge or payout that was made there. If its request is repeated, we look for the charge or payout, but only at
 * acquirers that are still in use.
 * @param findEnded returns an acquirer that would no longer be used for a purpose
 * @throws Refused `provider/may-have-lost-request`
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

/** Refuses a setup that ends the use of a connected acquirer. @throws as `requireNoneLost` */
export const requireNoneLostBySetup = async (
  core: Core,
  platformId: string,
  { before, after }: { readonly before: PlatformSetup; readonly after: PlatformSetup },
): Promise<void> => {
  const connected = [...(await listConnectedProviders(core, platformId))];
  await requireNoneLost(core, (purpose) =>
    connected.find((provider) => {
      // A payout may have moved simulated or real money, whichever the platform begins now; a sale is of the kind that it begins.
      const kinds = purpose === 'WITHDRAW' ? [true, false] : [undefined];
      return kinds.some((isSimulated) => {
        const use = { provider, purpose, isSimulated };
        return provider !== 'none' && mayUse(before, use) && !mayUse(after, use);
      });
    }),
  );
};
