import type { Core } from '#/api/composition/core.ts';
import { mayRepeatLost } from '#/domain/epoch/epoch.ts';
import type { DatedContext } from '#/ledger/idempotency.ts';

/**
 * `mayRepeat`: whether a failover may have lost an earlier request with this idempotency key; absent when no request can have been lost.
 */
export const lostRequestPartOf = async (
  { ports }: Pick<Core, 'ports'>,
  { idSince, isIdNew = false }: Pick<DatedContext, 'idSince' | 'isIdNew'>,
): Promise<{ readonly mayRepeat?: boolean }> =>
  mayRepeatLost(await ports.epoch(), idSince) ? { mayRepeat: !isIdNew } : {};
