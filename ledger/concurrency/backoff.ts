import { backoffMs, type Backoff } from '#/domain/values/backoff.ts';
import type { RandomSource, Timers } from '#/domain/ports/machine.ts';
import { thisMachine } from '#/ledger/machine.ts';

const USUAL: Backoff = { firstMs: 100, longestMs: 5_000 };

export interface BackOffOptions {
  readonly signal?: AbortSignal;
  readonly range?: Backoff;
  readonly machine?: Timers & Pick<RandomSource, 'fraction'>;
}

/** Pauses before the n-th retry in a row (from 0), or until the signal aborts. */
export const backOff = async (
  attempt: number,
  { signal, range = USUAL, machine = thisMachine }: BackOffOptions = {},
): Promise<void> => {
  await machine.pause(backoffMs(attempt, range, machine.fraction()), signal);
};
