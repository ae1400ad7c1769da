import type { Core } from '#/api/composition/core.ts';
import { mayStillCharge } from '#/domain/platform/may-use.ts';
import { platform } from '#/domain/platform/platform.ts';
import { streamOf } from '#/domain/values/ids.ts';
import type { Ports } from '#/domain/workflows/reaction.ts';

/**
 * Tells whether a payment may still be charged (`Ports.mayCharge`). For a simulated payment, reads the platform's record from the log,
 * because it must not be charged once masters have put the platform into production, even a moment ago. For a real payment the cached
 * record is enough, because masters can take a platform out of production only when no charge is open.
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
