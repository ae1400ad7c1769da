import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { PrivacyParts } from '#/api/privacy/holds.ts';
import { policies } from '#/domain/policies/policies.ts';
import { reactions } from '#/domain/workflows/reactions.ts';
import type { Day } from '#/domain/time.ts';
import type { Checkpoints } from '#/ledger/checkpoints/checkpoints.ts';
import type { Position } from '#/ledger/event-store.ts';
import { turnOver, type Lead } from '#/ledger/leases/leases.ts';
import { startPolicyRunner, type PolicyRunner } from '#/ledger/policy-runner.ts';
import { startSearchIndex } from '#/projections/search/indexer.ts';
import { balancesDue } from '#/projections/seller-balance.ts';
import { startErasures } from './due-erasures.ts';
import { every } from './every.ts';
import { paymentsDue, refundsDue, registrationsDue, withdrawalsDue } from './open-requests.ts';
import { startReadBack } from './read-back.ts';
import { startReleases, type DueAccount } from './release-due.ts';

/** Interval of deleting expired sign-in data; a flood may leave much. */
const SWEEP_MS = 60_000;

const accountsDue =
  (pool: Pool) =>
  async (through: Day): Promise<readonly DueAccount[]> => {
    const balances = await balancesDue(pool, through);
    return balances.map(({ platformId, sellerId }) => ({ platformId, sellerId }));
  };

export interface WorkerParts extends Omit<PrivacyParts, 'database'> {
  readonly pool: Pool;
  readonly checkpoints: Checkpoints;
  readonly logger: Logger;
}

/** Starts all background work, which runs in one process at a time: policies, read-backs, releases, erasures, search index. */
export const startWorkers = (parts: WorkerParts, lead: Lead) => {
  const { core, pool, checkpoints, logger } = parts;
  const { store, dispatch, accounts, ports, machine, now } = core;
  const onFailure = (error: unknown) => logger.error({ err: error }, 'a worker failed');
  let runner: PolicyRunner | undefined;
  const hold = lead(async (turn) => {
    runner = startPolicyRunner({
      store,
      dispatch,
      checkpoints,
      ports,
      policies,
      reactions,
      machine,
      onFailure: ({ policy, error }) => logger.error({ policy, err: error }, 'a policy failed'),
    });
    const others = [
      // One each: acquirers are slow to register receivers, and payments must not wait for that.
      ...[paymentsDue, refundsDue, withdrawalsDue, registrationsDue].map((dueIn) =>
        startReadBack({ core, due: dueIn(pool), onFailure }),
      ),
      startSearchIndex({ store, pool, vault: core.vault, onFailure }),
      startReleases({ accounts, machine, now, due: accountsDue(pool), onFailure }),
      startErasures({ ...parts, database: pool }, onFailure),
      every({ everyMs: SWEEP_MS, timers: machine }, parts.sessions.sweep, onFailure),
    ];
    await turnOver(turn);
    await Promise.all([runner, ...others].map((each) => each.stop()));
    runner = undefined;
  });
  return {
    /** Positions of the policies; empty while another process runs them. */
    policies: { positions: () => runner?.positions() ?? new Map<string, Position | ''>() },
    stop: hold.stop,
  };
};
