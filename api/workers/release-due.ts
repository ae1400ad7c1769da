import pLimit from 'p-limit';
import type { Core } from '#/api/composition/core.ts';
import { dayOf, type Day, type Timestamp } from '#/domain/values/time.ts';
import { every } from './every.ts';

export interface DueAccount {
  readonly platformId: string;
  readonly sellerId: string;
}

const SWEEP_MS = 10_000;
const SIDE_BY_SIDE = 8;

/** Makes receivables available on their day, by one event for each account. */
export const startReleases = (dependencies: {
  readonly accounts: Core['accounts'];
  readonly machine: Core['machine'];
  readonly now: Core['now'];
  /** With a clock that is days ahead, money would become available before its guarantee ends. */
  readonly isClockTrue: Core['ports']['isClockTrue'];
  /** Accounts with money to be released on that day or earlier. */
  readonly due: (through: Day) => Promise<readonly DueAccount[]>;
  readonly onFailure: (error: unknown) => void;
}) => {
  const { accounts, machine, due, onFailure } = dependencies;
  const release = async ({ platformId, sellerId }: DueAccount, now: Timestamp) => {
    const through = dayOf(now);
    const owner = { platformId, sellerId };
    const command = { type: 'ReleaseReceivables', ...owner, through, now } as const;
    const context = {
      commandId: machine.uuid(),
      platform: platformId,
      actor: 'system',
      correlation: sellerId,
    };
    await accounts.handle(owner, { command, context }, now);
  };
  const limited = pLimit(SIDE_BY_SIDE);
  return every(
    { everyMs: SWEEP_MS, timers: machine },
    async () => {
      if (!dependencies.isClockTrue()) return;
      const now = dependencies.now();
      const all = await due(dayOf(now));
      await limited.map(all, (account) => release(account, now).catch(onFailure));
    },
    onFailure,
  );
};
