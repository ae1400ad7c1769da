import type { Core } from '#/api/composition/core.ts';
import { mayRepeatLost } from '#/domain/epoch/epoch.ts';
import type { DatedContext } from '#/ledger/idempotency.ts';

/**
 * Returns the field `mayRepeat` for the event of a request for which an acquirer is called under an id that derives from the request's key.
 * True: a failover may have lost an earlier request with this key, and the acquirer may have carried out the lost one. False: the request
 * came just after a failover, but has no key, so that it repeats no other one. Absent: no failover can have lost a request with this id.
 */
export const repeatPartOf = async (
  { ports }: Pick<Core, 'ports'>,
  { idSince, isIdNew = false }: Pick<DatedContext, 'idSince' | 'isIdNew'>,
): Promise<{ readonly mayRepeat?: boolean }> =>
  mayRepeatLost(await ports.epoch(), idSince) ? { mayRepeat: !isIdNew } : {};
