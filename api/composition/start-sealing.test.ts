import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import pg from 'pg';
import { pino } from 'pino';
import { readNewest } from '#/adapters/anchor/anchor.ts';
import { FIRST_EPOCH } from '#/domain/testing/ports.ts';
import { sampleNow } from '#/domain/testing/samples.ts';
import { openSealTable } from '#/ledger/audit/postgres-seal-table.ts';
import { leadAlone } from '#/ledger/leases/leases.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import { appendAll, History } from '#/projections/testing/history.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { testDatabase, type TestDatabase } from '#/scripts/testing/postgres.ts';
import { startSealing } from './open-record.ts';
import { createRegisterCleanup } from './register-cleanup.ts';
import { loadSealKey } from './seal-key.ts';

describe('Sealing at a start', () => {
  let folder: string;
  let database: TestDatabase;
  let pool: pg.Pool;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'razao-sealing-'));
    database = await testDatabase();
    pool = new pg.Pool({ connectionString: database.url });
  });
  afterEach(async () => {
    await pool.end();
    await database.drop();
    await rm(folder, { recursive: true });
  });

  it('begins only after the search for what the log has lost, because the first seal is anchored in place of the lost one', async () => {
    const anchor = join(folder, 'anchors.ndjson');
    const lost = JSON.stringify({ hash: 'a'.repeat(64), number: 7 });
    await appendFile(anchor, `${lost}\n`);
    const store = createMemoryStore();
    const history = new History();
    history.purchase();
    await appendAll(store, history.take());
    const steps: string[] = [];
    const lookForLosses = async () => {
      steps.push(`looks at ${await readNewest(anchor)}`);
      return FIRST_EPOCH;
    };
    await using stack = new AsyncDisposableStack();
    const options = {
      sealKey: await loadSealKey(folder, {}),
      sealAnchor: anchor,
      logger: pino({ level: 'silent' }),
    };
    const core = { store, now: () => sampleNow, ports: { epoch: lookForLosses } };
    const leaderOf = (name: string) => (run: Parameters<typeof leadAlone>[0]) => {
      steps.push(`leads the ${name}`);
      return leadAlone(run);
    };
    const registerCleanup = createRegisterCleanup(stack, () => undefined);
    await startSealing(options, core, await openSealTable(pool), { leaderOf }, registerCleanup);
    expect(steps).to.deep.equal([`looks at ${lost}`, 'leads the sealer']);
    const replaced = async () => (await readNewest(anchor)) !== lost || undefined;
    await eventually(replaced, 'a newer seal is anchored');
  });
});
