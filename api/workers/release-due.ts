import { randomUUID } from 'node:crypto';
import type { Core } from '#/api/core.ts';
import { dayOf, type Day } from '#/domain/time.ts';
import { every, sideBySide } from './every.ts';

export interface DueAccount {
  readonly platformId: string;
  readonly receiverId: string;
}

const SWEEP_MS = 10_000;
const SIDE_BY_SIDE = 8;

/** Makes receivables available when their day comes; a day's release is one event however many sales it frees. */
export const startReleases = (parts: {
  readonly core: Core;
  /** Accounts with money whose release day is that day or earlier. */
  readonly due: (through: Day) => Promise<readonly DueAccount[]>;
  readonly onFailure: (error: unknown) => void;
}) => {
  const { core, due, onFailure } = parts;
  const release = async ({ platformId, receiverId }: DueAccount, through: Day) => {
    const now = core.now();
    const owner = { platformId, receiverId };
    const command = { type: 'ReleaseReceivables', ...owner, through, now } as const;
    const context = {
      commandId: randomUUID(),
      platform: platformId,
      actor: 'system',
      correlation: receiverId,
    };
    await core.accounts.handle(owner, { command, context }, now);
  };
  return every(
    SWEEP_MS,
    async () => {
      const today = dayOf(core.now());
      const accounts = await due(today);
      await sideBySide(accounts, SIDE_BY_SIDE, (it) => release(it, today).catch(onFailure));
    },
    onFailure,
  );
};
