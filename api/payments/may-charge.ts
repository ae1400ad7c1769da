import type { Core } from '#/api/composition/core.ts';
import { mayStillCharge } from '#/domain/platform/may-use.ts';
import { platform } from '#/domain/platform/platform.ts';
import { streamOf } from '#/domain/values/ids.ts';
import type { Ports } from '#/domain/workflows/reaction.ts';

/** A simulated payment may not be charged in production. So its platform is read from the log: the cache may be behind. */
export const createMayCharge =
  ({ handler, records }: Pick<Core, 'handler' | 'records'>): Ports['mayCharge'] =>
  async ({ provider, requested: { platformId, isSimulated } }) => {
    const stream = streamOf('platform', platformId);
    const { state } = isSimulated
      ? await handler.load(platform, stream)
      : await records.load(platform, stream);
    const setup = state.status === 'ABSENT' ? undefined : state.details.setup;
    return mayStillCharge(setup, { provider, isSimulated });
  };
