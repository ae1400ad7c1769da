import type { Core } from '#/api/composition/core.ts';
import { mayRepeatLost } from '#/domain/epoch/epoch.ts';
import type { DatedContext } from '#/ledger/idempotency.ts';

/**
 * Returns the field `mayRepeat` for a request's event. True: a failover may have lost an earlier request with the same key, and the
 * acquirer may have carried that one out. False: the request came without a key, so it repeats none. Absent: no failover can have lost a
 * request with this key. Needed by every request for which an acquirer is called under an id that derives from the request's key.
 */
export const repeatPartOf = async (
  { ports }: Pick<Core, 'ports'>,
  { idSince, isIdNew = false }: Pick<DatedContext, 'idSince' | 'isIdNew'>,
): Promise<{ readonly mayRepeat?: boolean }> =>
  mayRepeatLost(await ports.epoch(), idSince) ? { mayRepeat: !isIdNew } : {};
