import type { StaffCaller } from '#/api/auth/caller.ts';
import { platform } from '#/domain/platform/platform.ts';
import { activeDetails } from '#/domain/aggregates/record.ts';
import { streamOf } from '#/domain/values/ids.ts';
import type { Services } from '#/api/composition/api-services.ts';
import type { OutputOf } from '#/api/contract/contract.ts';
import { purposes } from '#/domain/acquiring/route.ts';
import { mayHave } from '#/domain/platform/may-use.ts';
import { UNRESTRICTED } from '#/domain/platform/setup.ts';
import { listConnectedProviders } from './connected-providers.ts';
import { showAcquirer } from './show-acquirer.ts';

export const getAcquiring = async (
  services: Services,
  { platformId }: StaffCaller,
): Promise<OutputOf<'admin.getAcquiring'>> => {
  const { core, acquirers } = services;
  const [{ state }, connected] = await Promise.all([
    core.handler.load(platform, streamOf('platform', platformId)),
    listConnectedProviders(core, platformId),
  ]);
  const { routes, stepAside, setup } = activeDetails(state);
  const listed = acquirers.listings.filter(({ id }) => mayHave(setup, id) || connected.has(id));
  const shownAcquirers = await Promise.all(
    listed.map((one) => showAcquirer(services, one, platformId, { connected, setup })),
  );
  const { isInProduction, methods = purposes } = setup ?? UNRESTRICTED;
  const position = (await core.store.head()) ?? '';
  const revision = state.status === 'ABSENT' ? 0 : state.revision;
  return {
    routes,
    stepAside,
    revision,
    acquirers: shownAcquirers,
    isInProduction,
    methods,
    position,
  };
};
