import type { Core } from '#/api/composition/core.ts';
import { mayRepeatLost } from '#/domain/epoch/epoch.ts';
import type { DatedContext } from '#/ledger/idempotency.ts';

/**
 * Returns the field `mayRepeat` for a request's event. True: a failover may have lost an earlier request with the same key, and the
 * acquirer may have carried that one out. So the acquirer is asked before anything is sent. Needed by every request for which an acquirer
 * is called under an id that derives from the request's key.
 */
export const repeatPartOf = async (
  { ports }: Pick<Core, 'ports'>,
  { idSince, isIdNew = false }: Pick<DatedContext, 'idSince' | 'isIdNew'>,
): Promise<{ readonly mayRepeat?: boolean }> =>
  mayRepeatLost(await ports.epoch(), idSince) ? { mayRepeat: !isIdNew } : {};
