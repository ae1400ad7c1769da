import { expect } from 'chai';
import { sealLag } from '#/ledger/audit/seal-lag.ts';
import { sealedLog, type SealedLog } from '#/ledger/audit/testing/sealed-log.ts';
import { createMemoryCheckpoints } from '#/ledger/checkpoints/checkpoints.ts';
import { cents } from '#/domain/values/money.ts';
import type { PaymentsAwaitingStaff } from '#/projections/investigations.ts';
import { NotReady, type ReadinessChecks } from './health.ts';
import { attentionChecks } from './readiness.ts';

describe('attentionChecks', () => {
  let log: SealedLog;

  beforeEach(async () => {
    log = await sealedLog();
  });
  afterEach(() => log.close());

  const noPayments: PaymentsAwaitingStaff = { payments: 0, unapplied: cents(0), since: null };

  const reasonsOf = async (checks: ReadinessChecks, check: string): Promise<readonly string[]> => {
    const outcome: unknown = await checks[check]?.().catch((error: unknown) => error);
    return outcome instanceof NotReady ? outcome.reasons : [];
  };

  /** @param seconds from now */
  const warningsAfter = async (
    seconds: number,
    check = 'seals',
    waiting: PaymentsAwaitingStaff = noPayments,
  ): Promise<readonly string[]> => {
    const { store, table: seals } = log;
    const now = () => new Date(Date.now() + seconds * 1_000);
    const files = { check: async () => undefined };
    const replicas = { listExcluded: () => new Map() };
    const parts = { store, seals, replicas, checkpoints: createMemoryCheckpoints(), now, files };
    const checks = attentionChecks({
      ...parts,
      paymentsAwaitingStaff: async () => waiting,
      withdrawalsAwaitingStaff: async () => ({
        withdrawals: waiting.payments,
        since: waiting.since,
      }),
      refundsAwaitingStaff: async () => ({ refunds: waiting.payments, since: waiting.since }),
      registrationsAwaitingStaff: async () => ({
        registrations: waiting.payments,
        since: waiting.since,
      }),
    });
    return reasonsOf(checks, check);
  };

  it('reports events that have waited 40 seconds for a seal, until they are sealed', async () => {
    log.history.purchase();
    const happened = await log.happen();
    expect(await warningsAfter(1)).to.deep.equal([]);
    const [warning, ...others] = await warningsAfter(40);
    expect(others).to.deep.equal([]);
    const expected = new RegExp(`^${happened} events wait for a seal, the first for 4\\d seconds$`);
    expect(warning).to.match(expected);
    await log.sealAll();
    expect(await warningsAfter(3_600)).to.deep.equal([]);
    expect(await sealLag(log.store, log.table, new Date())).to.deep.equal({
      events: 0,
      seconds: 0,
    });
  });

  it('reports payments, withdrawals and registrations that wait for a person, with how long the first has waited', async () => {
    const since = '2026-11-20T15:00:00.000Z';
    expect(await warningsAfter(0, 'payments')).to.deep.equal([]);
    expect(
      await warningsAfter(0, 'payments', { payments: 2, unapplied: cents(1), since }),
    ).to.deep.equal([`2 payments wait for a person to decide, the first since ${since}`]);
    expect(
      await warningsAfter(0, 'withdrawals', { payments: 1, unapplied: cents(0), since }),
    ).to.deep.equal([`1 withdrawals wait for a person to decide, the first since ${since}`]);
    expect(
      await warningsAfter(0, 'registrations', { payments: 3, unapplied: cents(0), since }),
    ).to.deep.equal([`3 registrations wait for a person to decide, the first since ${since}`]);
  });
});
