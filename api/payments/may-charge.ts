import type { Core } from '#/api/composition/core.ts';
import { mayStillCharge } from '#/domain/platform/may-use.ts';
import { platform } from '#/domain/platform/platform.ts';
import { streamOf } from '#/domain/values/ids.ts';
import type { Ports } from '#/domain/workflows/reaction.ts';

/**
 * Tells whether a payment may still be charged (`Ports.mayCharge`). A simulated payment must not be charged once masters have put the
 * platform into production, even a moment ago, so the platform's record is read from the log. For a real payment the cached record is
 * enough, because a platform is not taken out of production while the outcome of one of its charges is awaited.
 */
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
