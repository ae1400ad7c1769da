import type { Clock } from '#/domain/ports/machine.ts';
import { thisMachine } from '#/ledger/machine.ts';
import { TAKEN_SECONDS } from './limits.ts';
import type { Trust, Lease } from './notice-store.ts';

/** '' = an account that all platforms share. */
export interface AccountAt {
  readonly provider: string;
  readonly account: string;
}

/** Counts this process's read-backs of each account, each only as long as its lease lasts. */
const createShare = (clock: Clock) => {
  const underWay = new Map<string, AccountAt & { readonly until: number }>();
  return {
    take: (targetId: string, { provider, account }: AccountAt): void => {
      const until = clock.elapsedMs() + TAKEN_SECONDS * 1_000;
      underWay.set(targetId, { provider, account, until });
    },
    leave: (targetId: string): void => void underWay.delete(targetId),
    /** Lists an account once for each of its read-backs. */
    busy: (): readonly AccountAt[] => {
      const now = clock.elapsedMs();
      for (const [targetId, { until }] of underWay) if (until <= now) underWay.delete(targetId);
      return [...underWay.values()];
    },
  };
};

export const createShares = (clock: Clock = thisMachine) => {
  const shares = { genuine: createShare(clock), unproved: createShare(clock) };
  return {
    take: (trust: Trust, { targetId }: Lease, at: AccountAt): void =>
      shares[trust].take(targetId, at),
    leave: ({ targetId }: Lease): void => {
      for (const share of Object.values(shares)) share.leave(targetId);
    },
    busy: (trust: Trust): readonly AccountAt[] => shares[trust].busy(),
  };
};
