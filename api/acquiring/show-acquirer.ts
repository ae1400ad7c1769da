import type { Services } from '#/api/composition/api-services.ts';
import type { AcquirerShown } from '#/api/contract/acquiring.ts';
import { acquirer, suspensionNow, type Acquirer } from '#/domain/acquiring/decider.ts';
import type { Purpose } from '#/domain/acquiring/route.ts';
import { acquirerStream } from '#/domain/values/ids.ts';
import { mayHave } from '#/domain/platform/may-use.ts';
import type { PlatformSetup } from '#/domain/platform/setup.ts';
import { readStoredAccount } from './stored-account.ts';

type Listing = Services['acquirers']['listings'][number];

/**
 * Returns the acquirer's health by purpose. Unprovable payouts are listed only while suspended, because routes on record may still use
 * them.
 */
const healthOf = (
  { core }: Services,
  state: Acquirer,
  { purposes, unprovable }: Pick<Listing['apis'][number], 'purposes' | 'unprovable'>,
  of: { readonly platformId: string; readonly provider: string },
): AcquirerShown['health'] => {
  const lineOf = (purpose: Purpose) => {
    const { reason, seen, at, until } = suspensionNow(state, purpose, core.now()) ?? {};
    const aside = reason && seen && at && until ? { reason, seen, at, until } : null;
    return { purpose, seen: core.acquiring.summariseCalls({ ...of, purpose }), aside };
  };
  const suspended = unprovable
    .filter((purpose) => purpose === 'WITHDRAW')
    .map(lineOf)
    .filter(({ aside }) => aside !== null);
  return [...purposes.map(lineOf), ...suspended];
};

/** Returns the API of the platform's account; without an account, that of the specification. */
const findApiInUse = async (
  { core, acquirers }: Services,
  { id, apis }: Listing,
  platformId: string,
): Promise<Listing['apis'][number]> => {
  const [specified] = apis;
  if (apis.length === 1) return specified;
  const stored = readStoredAccount(id, await core.credentials.get(platformId, id));
  const inUse = stored === undefined ? 'specification' : acquirers.apiOf(stored.account);
  return apis.find(({ api }) => api === inUse) ?? specified;
};

export const showAcquirer = async (
  services: Services,
  listing: Listing,
  platformId: string,
  {
    connected,
    setup,
  }: { readonly connected: ReadonlySet<string>; readonly setup: PlatformSetup | undefined },
): Promise<AcquirerShown> => {
  const { core, acquirers } = services;
  const { id, label, apis } = listing;
  const { state } = await core.handler.load(acquirer, acquirerStream(platformId, id));
  const { fields: _, ...inUse } = await findApiInUse(services, listing, platformId);
  return {
    id,
    label,
    ...inUse,
    apis,
    connected: connected.has(id),
    enabled: mayHave(setup, id),
    webhookUrl: core.ports.webhookUrl(id, platformId),
    // Leaves out words that this release knows for the API in use: an earlier release may have recorded them as unknown.
    unheardWords: (state.unknownStatuses ?? []).filter(
      (unknown) => !acquirers.isKnownStatus({ providerId: id, api: inUse.api }, unknown),
    ),
    health: healthOf(services, state, inUse, { platformId, provider: id }),
  };
};
