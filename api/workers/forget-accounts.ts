import type { Core } from '#/api/composition/core.ts';
import {
  forgetFormer,
  listFormer,
  readFormer,
  type FormerAccount,
} from '#/api/acquiring/former-accounts.ts';
import { readStoredAccount } from '#/api/acquiring/stored-account.ts';
import { addSeconds } from '#/domain/values/time.ts';
import { readCurrent } from '#/api/reads/freshness.ts';
import { outcomeReadModels, awaitsOutcome } from '#/projections/awaited-outcomes.ts';
import { every } from './every.ts';

/** Seldom, because a sweep decrypts the keys of all accounts. */
const SWEEP_MS = 60 * 60_000;

const DAY_SECONDS = 24 * 60 * 60;

/**
 * Counted from when the account was last connected, replaced or disconnected. For this long, a chargeback may still have to be confirmed in
 * the account: cards allow 120 days, a PIX 80, and the acquirer is asked about a notice for 30 (acquirers.137).
 */
export const KEPT_DAYS = 180;

/** Whether the outcome of a request that names this account is awaited. */
export type IsAwaitedIn = (account: FormerAccount) => Promise<boolean>;

export const isAwaitedIn =
  (reading: Parameters<typeof readCurrent>[0]): IsAwaitedIn =>
  ({ platformId, provider, merchantAccount }) =>
    readCurrent(reading, outcomeReadModels, (database) =>
      awaitsOutcome(database, {
        platformId,
        provider,
        account: { merchantAccount, isLast: false },
      }),
    );

const isConnected = async (
  { credentials }: Pick<Core, 'credentials'>,
  { platformId, provider, merchantAccount }: FormerAccount,
): Promise<boolean> => {
  const stored = await credentials.get(platformId, provider);
  return readStoredAccount(provider, stored)?.merchantAccount === merchantAccount;
};

/** Whether the account went out of use more than `KEPT_DAYS` ago. */
const isOutOfUse = async (
  core: Pick<Core, 'credentials' | 'now'>,
  former: FormerAccount,
): Promise<boolean> => {
  // A connected account is in use: a process that disconnects it now stores its keys anew, and those must not be removed.
  if (await isConnected(core, former)) return false;
  const account = await readFormer(core.credentials, former);
  return !account || core.now() > addSeconds(account.since, KEPT_DAYS * DAY_SECONDS);
};

const forgetAccount = async (
  core: Pick<Core, 'credentials' | 'now'>,
  isAwaited: IsAwaitedIn,
  former: FormerAccount,
): Promise<void> => {
  if (!(await isOutOfUse(core, former)) || (await isAwaited(former))) return;
  // Meanwhile it may have been connected, and replaced, again.
  if (await isOutOfUse(core, former)) await forgetFormer(core.credentials, former);
};

/** Removes the accounts disconnected or replaced more than `KEPT_DAYS` ago, if no outcome is awaited in them. */
export const forgetAccounts = async (
  core: Pick<Core, 'credentials' | 'now'>,
  isAwaited: IsAwaitedIn,
  onFailure: (error: unknown) => void,
): Promise<void> => {
  for (const former of await listFormer(core.credentials))
    await forgetAccount(core, isAwaited, former).catch(onFailure);
};

export const startForgetting = (
  core: Pick<Core, 'credentials' | 'now' | 'machine' | 'ports'>,
  isAwaited: IsAwaitedIn,
  onFailure: (error: unknown) => void,
) =>
  every(
    { everyMs: SWEEP_MS, timers: core.machine },
    async () => {
      // A clock that is ahead would make accounts look older.
      if (core.ports.isClockTrue()) await forgetAccounts(core, isAwaited, onFailure);
    },
    onFailure,
  );
