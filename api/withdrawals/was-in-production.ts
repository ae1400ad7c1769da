import type { Core } from '#/api/composition/core.ts';
import { isInProduction } from '#/domain/platform/simulated.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { decode } from '#/ledger/codec.ts';

/** True if a platform has ever been in production; if not, all its money is simulated (people.178). */
export const wasInProduction = async (
  { store }: Pick<Core, 'store'>,
  platformId: string,
): Promise<boolean> => {
  const recorded = await store.readStream(streamOf('platform', platformId));
  return recorded.map(decode).some((event) => {
    const isRevision = event.type === 'PlatformCreated' || event.type === 'PlatformRevised';
    return isRevision && isInProduction(event.data.details.setup);
  });
};
