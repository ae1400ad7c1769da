import type { StaffCaller } from '#/api/auth/caller.ts';
import type { Services } from '#/api/composition/api-services.ts';
import type { OutputOf } from '#/api/contract/contract.ts';
import { platformSettings } from '#/api/reads/platform-settings.ts';
import { purposes } from '#/domain/acquiring/route.ts';
import { mayHave } from '#/domain/platform/may-use.ts';
import { UNRESTRICTED } from '#/domain/platform/setup.ts';
import { listConnectedProviders } from './connected-providers.ts';
import { showAcquirer } from './show-acquirer.ts';

/** Returns the routes of the caller's platform, and the acquirers that it may use or is connected to. */
export const getAcquiring = async (
  services: Services,
  { platformId }: StaffCaller,
): Promise<OutputOf<'admin.getAcquiring'>> => {
  const { core, acquirers } = services;
  const [{ routes, stepAside, setup }, connected] = await Promise.all([
    platformSettings(core.handler, platformId),
    listConnectedProviders(core, platformId),
  ]);
  const listed = acquirers.listings.filter(({ id }) => mayHave(setup, id) || connected.has(id));
  const shown = await Promise.all(
    listed.map((one) => showAcquirer(services, one, platformId, { connected, setup })),
  );
  const { isInProduction, methods = purposes } = setup ?? UNRESTRICTED;
  const position = (await core.store.head()) ?? '';
  return { routes, stepAside, acquirers: shown, isInProduction, methods, position };
};
