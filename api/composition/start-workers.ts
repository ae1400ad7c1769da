import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { findWithdrawalPause } from '#/api/withdrawals/withdrawal-pause.ts';
import type { OpenMail } from './open-mail.ts';
import { sweepSessions } from '#/api/auth/session-end/ended-sessions.ts';
import { sweepImpersonations } from '#/api/auth/impersonation/impersonate.ts';
import type { PrivacyServices } from '#/api/privacy/holds.ts';
import type { Checkpoints } from '#/ledger/checkpoints/checkpoints.ts';
import type { Position } from '#/ledger/event-store.ts';
import { waitUntilTermEnds, type RunAsLeader } from '#/ledger/leases/leases.ts';
import type { PolicyRunner } from '#/ledger/policies/runner.ts';
import { mailsDueIn } from '#/projections/mails.ts';
import { listSchedulesAfter } from '#/projections/schedules.ts';
import { startSearchIndex } from '#/projections/search/indexer.ts';
import { createAwaitedRowQueries } from '#/api/workers/awaited-row-queries.ts';
import { startMails } from '#/api/workers/due-mails.ts';
import { startErasures } from '#/api/workers/due-erasures.ts';
import { every } from '#/api/workers/every.ts';
import { isAwaitedIn } from '#/api/workers/forget-accounts.ts';
import { startMoneyWork } from '#/api/workers/money-work.ts';
import { requestsDue } from '#/api/workers/open-requests.ts';

/** How often expired sign-in data is deleted, and ended sessions and impersonations are recorded. */
const SWEEP_MS = 60_000;

export interface WorkerDependencies extends Omit<PrivacyServices, 'database'> {
  readonly pool: Pool;
  readonly checkpoints: Checkpoints;
  readonly mail: Pick<OpenMail, 'outbox' | 'transport'>;
  readonly logger: Logger;
}

/** Starts the background work, which only one process does at a time. */
export const startWorkers = (dependencies: WorkerDependencies, lead: RunAsLeader) => {
  const { core, pool, checkpoints, mail, logger } = dependencies;
  const { machine } = core;
  const onFailure = (error: unknown) => logger.error({ err: error }, 'a worker failed');
  const rows = createAwaitedRowQueries(pool);
  const reading = { ...dependencies, database: pool };
  let runner: PolicyRunner | undefined;
  let mails: ReturnType<typeof startMails> | undefined;
  const leadership = lead(async (term) => {
    const money = startMoneyWork({
      core,
      checkpoints,
      due: {
        requests: requestsDue(rows),
        accounts: rows.accounts,
        schedules: {
          listSchedulesAfter: (sellerId, limit) => listSchedulesAfter(pool, sellerId, limit),
          pausedUntil: (sellerId, destinationId) =>
            findWithdrawalPause(reading, sellerId, destinationId),
        },
        isAwaited: isAwaitedIn(reading),
      },
      onFailure,
      onPolicyFailure: ({ policy, error }) =>
        logger.error({ policy, err: error }, 'a policy failed'),
    });
    runner = money.policies;
    mails = startMails({
      core,
      transport: mail.transport,
      due: mailsDueIn(pool),
      linkOf: dependencies.sessions.linkOf,
      blockUrlOf: dependencies.sessions.blocking.urlOf,
      mailPreferencesOf: dependencies.sessions.preferences.mailPreferencesOf,
      onFailure,
    });
    const others = [
      startSearchIndex({ store: core.store, pool, vault: core.vault, onFailure }),
      mails,
      startErasures(reading, onFailure),
      every(
        { everyMs: SWEEP_MS, timers: machine },
        () => sweepSessions(dependencies, onFailure),
        onFailure,
      ),
      every(
        { everyMs: SWEEP_MS, timers: machine },
        () => sweepImpersonations(dependencies, onFailure),
        onFailure,
      ),
    ];
    await waitUntilTermEnds(term);
    await Promise.all([money, ...others].map((each) => each.stop()));
    runner = undefined;
  });
  return {
    /** Empty while another process runs the policies. */
    policies: { positions: () => runner?.positions() ?? new Map<string, Position | ''>() },
    stop: async (): Promise<void> => {
      await leadership.stop();
      await mails?.finish();
    },
  };
};
