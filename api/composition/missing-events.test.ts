import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import pg from 'pg';
import type { EventStore, Recorded } from '#/ledger/event-store.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import { readModelsIn } from '#/projections/engine/tables/in-postgres.ts';
import { startProjections } from '#/projections/engine/run/runner.ts';
import { sales } from '#/projections/sales.ts';
import { appendAll, History } from '#/projections/testing/history.ts';
import { testDatabase, type TestDatabase } from '#/scripts/testing/postgres.ts';
import { missingIn } from './missing-events.ts';

describe('A start on a log whose files were restored to an earlier time while nothing ran', () => {
  let database: TestDatabase;
  let pool: pg.Pool;
  let folder: string;
  let failures: unknown[];
  let history: History;

  beforeEach(async () => {
    database = await testDatabase();
    pool = new pg.Pool({ connectionString: database.url });
    folder = await mkdtemp(join(tmpdir(), 'razao-anchor-'));
    failures = [];
    history = new History();
  });
  afterEach(async () => {
    await pool.end();
    await database.drop();
    await rm(folder, { recursive: true });
  });

  const sell = async (store: EventStore): Promise<void> => {
    history.purchase();
    await appendAll(store, history.take());
  };
  const anchor = () => join(folder, 'anchors.ndjson');
  const missingFrom = (store: EventStore, sealAnchor?: string) =>
    missingIn({ pool, sealAnchor, onFailure: (error) => failures.push(error) })(store);

  it('finds that the last event of a read model is missing, also when other events have taken its place', async () => {
    const log: Recorded[] = [];
    const store = createMemoryStore(log);
    await sell(store);
    await sell(store);
    const running = await startProjections({
      store,
      ...(await readModelsIn(pool)),
      projections: [sales],
    });
    const head = await store.head();
    if (head === undefined) return expect.fail('something was sold');
    await running.waitFor(head, ['sales'], 10_000);
    await running.stop();
    expect(await missingFrom(store)).to.deep.equal([]);
    const restored = createMemoryStore(log.slice(0, 1));
    const lost = log.at(-1);
    expect(await missingFrom(restored)).to.deep.equal([`event ${lost?.id}`]);
    await sell(restored);
    await sell(restored);
    expect(await missingFrom(restored)).to.deep.equal([`event ${lost?.id}`]);
  });

  it('finds that the position up to which policies have acted is missing', async () => {
    const log: Recorded[] = [];
    const store = createMemoryStore(log);
    await sell(store);
    await sell(store);
    const head = await store.head();
    if (head === undefined) return expect.fail('something was sold');
    await store.checkpoints.save('policies', head);
    expect(await missingFrom(store)).to.deep.equal([]);
    const { checkpoints } = store;
    const restored = createMemoryStore(log.slice(0, 1), { checkpoints });
    expect(await missingFrom(restored)).to.deep.equal([`position ${head} of policies`]);
  });

  it('finds that the newest seal in the file of anchored seals is missing', async () => {
    const store = createMemoryStore();
    expect(await missingFrom(store, anchor()), 'no seal was anchored yet').to.deep.equal([]);
    const hashes = ['a'.repeat(64), 'b'.repeat(64)];
    for (const [number, hash] of hashes.entries())
      await appendFile(anchor(), `${JSON.stringify({ hash, number })}\n`);
    expect(await missingFrom(store, anchor())).to.deep.equal([`seal 1 ${hashes[1]}`]);
    await appendFile(anchor(), '{"hash":"cut off');
    expect(await missingFrom(store, anchor())).to.deep.equal([`seal 1 ${hashes[1]}`]);
    await appendFile(anchor(), '\n');
    expect(failures).to.deep.equal([]);
    expect(await missingFrom(store, anchor()), 'it starts all the same').to.deep.equal([]);
    expect(failures.map(String).join()).to.contain('UnreadableAnchor');
  });
});
