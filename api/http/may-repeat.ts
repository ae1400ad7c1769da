import type { Core } from '#/api/composition/core.ts';
import { mayRepeatLost } from '#/domain/epoch/epoch.ts';
import type { DatedContext } from '#/ledger/idempotency.ts';

/**
 * Returns the part of a request's event which says that the request may repeat a lost one. Every request whose id derives from its key, and
 * for which an acquirer is called, records it: after a failover, the acquirer may have carried out the first request.
 */
export const repeatPartOf = async (
  { ports }: Pick<Core, 'ports'>,
  { idSince }: Pick<DatedContext, 'idSince'>,
): Promise<{ readonly mayRepeat?: true }> =>
  mayRepeatLost(await ports.epoch(), idSince) ? { mayRepeat: true } : {};
