import type { Core } from '#/api/composition/core.ts';
import { mayRepeatLost } from '#/domain/epoch/epoch.ts';
import type { DatedContext } from '#/ledger/idempotency.ts';

/**
 * Returns `mayRepeat` for a request whose key names the call to an acquirer. True: a failover may have lost an earlier request with this
 * key. False: the request has no key to repeat. Absent: nothing can be lost.
 */
export const repeatPartOf = async (
  { ports }: Pick<Core, 'ports'>,
  { idSince, isIdNew = false }: Pick<DatedContext, 'idSince' | 'isIdNew'>,
): Promise<{ readonly mayRepeat?: boolean }> =>
  mayRepeatLost(await ports.epoch(), idSince) ? { mayRepeat: !isIdNew } : {};
