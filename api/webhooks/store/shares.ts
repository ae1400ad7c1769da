import type { Clock } from '#/domain/ports/machine.ts';
import { thisMachine } from '#/ledger/machine.ts';
import { TAKEN_SECONDS } from './limits.ts';
import type { Trust, Lease } from './notice-store.ts';

/** An account at an acquirer. */
export interface AccountAt {
  readonly provider: string;
  /** '' = an account that all platforms share. */
  readonly account: string;
}

/** Records which read-backs (questions to an acquirer after a notice) this process has under way, each until its lease ends. */
const createReadBacks = (clock: Clock) => {
  const underWay = new Map<string, AccountAt & { readonly until: number }>();
  return {
    take: (targetId: string, { provider, account }: AccountAt): void => {
      const until = clock.elapsedMs() + TAKEN_SECONDS * 1_000;
      underWay.set(targetId, { provider, account, until });
    },
    leave: (targetId: string): void => void underWay.delete(targetId),
    /** Lists an account once for each of its read-backs. */
    accounts: (): readonly AccountAt[] => {
      const now = clock.elapsedMs();
      for (const [targetId, { until }] of underWay) if (until <= now) underWay.delete(targetId);
      return [...underWay.values()];
    },
  };
};

/** Tells which accounts have read-backs under way, so that a slow one does not hold up the others. */
export const createShares = (clock: Clock = thisMachine) => {
  const readBacks = { genuine: createReadBacks(clock), unproved: createReadBacks(clock) };
  return {
    take: (trust: Trust, { targetId }: Lease, at: AccountAt): void =>
      readBacks[trust].take(targetId, at),
    leave: ({ targetId }: Lease): void => {
      for (const each of Object.values(readBacks)) each.leave(targetId);
    },
    busy: (trust: Trust): readonly AccountAt[] => readBacks[trust].accounts(),
  };
};
