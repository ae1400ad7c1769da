import type { Core } from '#/api/composition/core.ts';
import { forgetFormer, listFormer, readFormer } from '#/api/acquiring/former-accounts.ts';
import { addSeconds } from '#/domain/values/time.ts';
import { readCurrent } from '#/api/reads/freshness.ts';
import { awaitedOutcomes, awaitsOutcome } from '#/projections/awaited-outcomes.ts';
import { every } from './every.ts';

const SWEEP_MS = 60_000;

/** Another process may still use a former account for some seconds. */
const KEPT_SECONDS = 60;

export type IsAwaited = (of: {
  readonly platformId: string;
  readonly provider: string;
}) => Promise<boolean>;

/** Outcomes that are awaited on record, and notices that the acquirer has not confirmed yet, of which the record knows nothing. */
export const isAwaitedIn =
  (
    reading: Parameters<typeof readCurrent>[0] & {
      readonly notices: { readonly isAsking: IsAwaited };
    },
  ): IsAwaited =>
  async (place) =>
    (await reading.notices.isAsking(place)) ||
    readCurrent(reading, awaitedOutcomes, (database) => awaitsOutcome(database, place));

/** Removes the accounts disconnected or replaced more than `KEPT_SECONDS` ago, if no outcome is awaited there. */
export const forgetAccounts = async (
  { credentials, now }: Pick<Core, 'credentials' | 'now'>,
  isAwaited: IsAwaited,
): Promise<void> => {
  for (const former of await listFormer(credentials)) {
    const found = await readFormer(credentials, former);
    if (found && now() <= addSeconds(found.since, KEPT_SECONDS)) continue;
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
