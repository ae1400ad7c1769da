import { expect } from 'chai';
import { sealLag } from '#/ledger/audit/seal-lag.ts';
import { sealedLog, type SealedLog } from '#/ledger/audit/testing/sealed-log.ts';
import { createMemoryCheckpoints } from '#/ledger/checkpoints.ts';
import { NotReady } from './health.ts';
import { attentionChecks } from './readiness.ts';

describe('attentionChecks', () => {
  let log: SealedLog;

  beforeEach(async () => {
    log = await sealedLog();
  });
  afterEach(() => log.close());

  /** Returns what `/readyz` reports about seals this many seconds from now. */
  const warningsAfter = async (seconds: number): Promise<readonly string[]> => {
    const { store, table: seals } = log;
    const now = () => new Date(Date.now() + seconds * 1_000);
    const files = { check: async () => undefined };
    const replicas = { excluded: () => new Map() };
    const parts = { store, seals, replicas, checkpoints: createMemoryCheckpoints(), now, files };
    const { seals: checkSeals } = attentionChecks(parts);
    const outcome: unknown = await checkSeals?.().catch((error: unknown) => error);
    return outcome instanceof NotReady ? outcome.reasons : [];
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
});
