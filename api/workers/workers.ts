import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Core } from '#/api/composition/core.ts';
import type { PrivacyParts } from '#/api/privacy/holds.ts';
import { policies } from '#/domain/policies/policies.ts';
import type { Awaited } from '#/domain/workflows/next-read-back.ts';
import { reactions } from '#/domain/workflows/reactions.ts';
import type { Day, Timestamp } from '#/domain/time.ts';
import type { Checkpoints } from '#/ledger/checkpoints.ts';
import type { Position } from '#/ledger/event-store.ts';
import { turnOver, type Lead } from '#/ledger/leases.ts';
import { startPolicyRunner, type PolicyRunner } from '#/ledger/policy-runner.ts';
import { openRegistrations } from '#/projections/receivers.ts';
import { latestOpenPayments, openPaymentsAfter } from '#/projections/provider-reference.ts';
import { openRefunds } from '#/projections/refunds.ts';
import { startSearchIndex } from '#/projections/search/indexer.ts';
import { balancesDue } from '#/projections/seller-balance.ts';
import { openWithdrawals } from '#/projections/withdrawals.ts';
import { startErasures } from './due-erasures.ts';
import { every } from './every.ts';
import { createDuePayments } from './due-payments.ts';
import { dueOf } from './due-times.ts';
import { startReadBack, type Outstanding } from './read-back.ts';
import { startReleases, type DueAccount } from './release-due.ts';

const OPEN_AT_ONCE = 500;

/** Interval of deleting expired sign-in data; a flood may leave much. */
const SWEEP_MS = 60_000;

/** An answered request gets a notice when it ends, so reading it back is only the safety net. */
const submissionOf = (isAnswered: boolean): Awaited['submission'] =>
  isAnswered ? 'ANSWERED' : 'UNANSWERED';

const requestsDue = (pool: Pool, now: Core['now']) =>
  dueOf(
    async () => {
      const among = { requestedBefore: now(), limit: OPEN_AT_ONCE };
      const [refunds, withdrawals] = await Promise.all([
        openRefunds(pool, among),
        openWithdrawals(pool, among),
      ]);
      return [
        ...refunds.map(({ refundId: id, requestedAt }) => {
          const submission = submissionOf(false);
          return { kind: 'refund', id, method: 'REFUND', requestedAt, submission } as const;
        }),
        ...withdrawals.map(({ withdrawalId: id, requestedAt, providerWithdrawId }) => {
          const submission = submissionOf(providerWithdrawId !== null);
          return { kind: 'withdrawal', id, method: 'WITHDRAWAL', requestedAt, submission } as const;
        }),
      ];
    },
    ({ id }) => id,
  );

const registrationsDue = (pool: Pool) =>
  dueOf(
    async () => {
      const open = await openRegistrations(pool, { limit: OPEN_AT_ONCE });
      return open.map(({ registrationId: id, sellerId, provider, requestedAt, status }) => {
        const submission = submissionOf(status === 'PENDING');
        const of = { id, sellerId, provider, requestedAt, submission };
        return { kind: 'registration', method: 'REGISTRATION', ...of } as const;
      });
    },
    ({ id }) => id,
  );

const paymentsDue = (pool: Pool) => {
  const due = createDuePayments({
    latest: (limit) => latestOpenPayments(pool, { limit }),
    after: (place, limit) => openPaymentsAfter(pool, place, { limit }),
  });
  return async (now: Timestamp): Promise<readonly Outstanding[]> =>
    (await due(now)).map((id) => ({ kind: 'payment', id }));
};

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
  const { store, dispatch, accounts, ports, now } = core;
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
      onFailure: ({ policy, error }) => logger.error({ policy, err: error }, 'a policy failed'),
    });
    const others = [
      startReadBack({ core, due: paymentsDue(pool), onFailure }),
      startReadBack({ core, due: requestsDue(pool, now), onFailure }),
      // Separate: acquirers are slow to register receivers, and payments must not wait for that.
      startReadBack({ core, due: registrationsDue(pool), onFailure }),
      startSearchIndex({ store, pool, vault: core.vault, onFailure }),
      startReleases({ accounts, now, due: accountsDue(pool), onFailure }),
      startErasures({ ...parts, database: pool }, onFailure),
      every(SWEEP_MS, parts.sessions.sweep, onFailure),
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
