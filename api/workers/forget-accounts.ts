import type { Core } from '#/api/composition/core.ts';
import { forgetFormer, listFormer, readFormer } from '#/api/acquiring/former-accounts.ts';
import { addSeconds } from '#/domain/values/time.ts';
import { readCurrent } from '#/api/reads/freshness.ts';
import { awaitedOutcomes, awaitsOutcome } from '#/projections/awaited-outcomes.ts';
import { every } from './every.ts';

const SWEEP_MS = 60_000;

const DAY_SECONDS = 24 * 60 * 60;

/**
 * For so long after the account's last sale a chargeback may still have to be confirmed in it: cards allow 120 days, a PIX 80, and a notice
 * is asked about for 30 (acquirers.137).
 */
export const KEPT_DAYS = 180;

export type IsAwaited = (of: {
  readonly platformId: string;
  readonly provider: string;
  readonly merchantAccount: string;
}) => Promise<boolean>;

/** Whether the outcome of a request that names this account is awaited. */
export const isAwaitedIn =
  (reading: Parameters<typeof readCurrent>[0]): IsAwaited =>
  ({ platformId, provider, merchantAccount }) =>
    readCurrent(reading, awaitedOutcomes, (database) =>
      awaitsOutcome(database, {
        platformId,
        provider,
        account: { merchantAccount, isLast: false },
      }),
    );

/** Removes the accounts disconnected or replaced more than `KEPT_DAYS` ago, if no outcome is awaited in them. */
export const forgetAccounts = async (
  { credentials, now }: Pick<Core, 'credentials' | 'now'>,
  isAwaited: IsAwaited,
): Promise<void> => {
  for (const former of await listFormer(credentials)) {
    const found = await readFormer(credentials, former);
    if (found && now() <= addSeconds(found.since, KEPT_DAYS * DAY_SECONDS)) continue;
    if (!(await isAwaited(former))) await forgetFormer(credentials, former);
  }
};

export const startForgetting = (
  core: Pick<Core, 'credentials' | 'now' | 'machine'>,
  isAwaited: IsAwaited,
  onFailure: (error: unknown) => void,
) =>
  every(
    { everyMs: SWEEP_MS, timers: core.machine },
    () => forgetAccounts(core, isAwaited),
    onFailure,
  );
