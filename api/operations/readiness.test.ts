import { expect } from 'chai';
import { sealLag } from '#/ledger/audit/seal-lag.ts';
import { sealedLog, type SealedLog } from '#/ledger/audit/testing/sealed-log.ts';
import { createMemoryCheckpoints } from '#/ledger/checkpoints.ts';
import { NotReady } from './health.ts';
import { attentionChecks } from './readiness.ts';

describe('What waits for a person while everything goes on', () => {
  let log: SealedLog;

  beforeEach(async () => {
    log = await sealedLog();
  });
  afterEach(() => log.close());

  /** Returns what `/readyz` reports about seals this many seconds from now. */
  const saidAfter = async (seconds: number): Promise<readonly string[]> => {
    const { store, table: seals } = log;
    const now = () => new Date(Date.now() + seconds * 1_000);
    const files = { check: async () => undefined };
    const replicas = { excluded: () => new Map() };
    const parts = { store, seals, replicas, checkpoints: createMemoryCheckpoints(), now, files };
    const { seals: look } = attentionChecks(parts);
    const outcome: unknown = await look?.().catch((error: unknown) => error);
    return outcome instanceof NotReady ? outcome.reasons : [];
  };

  it('is a log whose seals do not come, once they are half a minute late', async () => {
    log.history.purchase();
    const happened = await log.happen();
    expect(await saidAfter(1)).to.deep.equal([]);
    const [said, ...others] = await saidAfter(40);
    expect(others).to.deep.equal([]);
    const words = new RegExp(`^${happened} events wait for a seal, the first for 4\\d seconds$`);
    expect(said).to.match(words);
    await log.sealAll();
    expect(await saidAfter(3_600)).to.deep.equal([]);
    expect(await sealLag(log.store, log.table, new Date())).to.deep.equal({
      events: 0,
      seconds: 0,
    });
  });
});
