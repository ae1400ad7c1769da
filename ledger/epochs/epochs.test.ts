import { expect } from 'chai';
import pg from 'pg';
import { sampleNow as now } from '#/domain/testing/samples.ts';
import { testDatabase } from '#/scripts/testing/postgres.ts';
import { decode } from '#/ledger/codec.ts';
import { fact } from '#/ledger/contract/samples.ts';
import { createEpochs, EPOCH_STREAM } from './epochs.ts';
import type { EventStore } from '#/ledger/event-store.ts';
import { createCommandHandler } from '#/ledger/handle-command.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import { openPostgresStore } from '#/ledger/stores/postgres.ts';
import { storeWith } from '#/ledger/testing/counting-store.ts';
import { losingLogs, type LosingLog } from '#/ledger/testing/losing-logs.ts';

const processOn = (
  store: EventStore,
  options: Pick<Parameters<typeof createEpochs>[0], 'findMissing' | 'load'> = {},
) =>
  createEpochs({
    store,
    handler: createCommandHandler({ store }),
    sharedMs: async () => Date.parse(now),
    ...options,
  });

/** Returns each epoch of the log as `<number> <cause>`. */
const epochsIn = async (store: EventStore) =>
  (await store.readStream(EPOCH_STREAM)).map((recorded) => {
    const event = decode(recorded);
    return event.type === 'EpochBegan' ? `${event.data.number} ${event.data.cause}` : event.type;
  });

describe('An epoch of the log', () => {
  it('is the same for every process, and after each restart', async () => {
    const store = createMemoryStore();
    const [one, two] = await Promise.all([processOn(store).current(), processOn(store).current()]);
    expect(one).to.deep.equal(two);
    expect(await processOn(store).current()).to.deep.equal(one);
    expect(await epochsIn(store)).to.deep.equal(['1 first']);
  });

  it('ends when another copy of the log is written to, in running processes too', async () => {
    const beneath = createMemoryStore();
    let lineage = 'primary';
    const store = storeWith(beneath, { lineage: () => lineage });
    const processes = [processOn(store), processOn(store)];
    const [before] = await Promise.all(processes.map((epochs) => epochs.current()));
    lineage = 'standby';
    const [after] = await Promise.all(processes.map((epochs) => epochs.current()));
    expect(after?.number).to.equal(2);
    expect(Number(after?.began) > Number(before?.began), 'it began later').to.equal(true);
    expect(await epochsIn(store)).to.deep.equal(['1 first', '2 other-copy']);
  });

  it('ends when a process starts and misses an event that was in the log before, and not again at the next start', async () => {
    const store = createMemoryStore();
    const findMissing = async () => ['event 1'];
    await processOn(store).current();
    expect((await processOn(store, { findMissing }).current()).number).to.equal(2);
    expect((await processOn(store, { findMissing }).current()).number).to.equal(2);
    expect(await epochsIn(store)).to.deep.equal(['1 first', '2 end-lost']);
  });

  it('ends for running processes too, when another process finds later that an event is missing', async () => {
    const store = createMemoryStore();
    const one = processOn(store);
    const { load } = createCommandHandler({ store });
    const other = processOn(store, { load });
    await Promise.all([one.current(), other.current()]);
    await one.noteMissing(['event 1']);
    expect([(await one.current()).number, (await other.current()).number]).to.deep.equal([2, 2]);
  });

  it('ends once for a loss that a process notices by itself, although its events are reported missing later', async () => {
    const beneath = createMemoryStore();
    let rewinds = 0;
    const store = storeWith(beneath, { rewinds: () => rewinds });
    let missing: readonly string[] = [];
    const epochs = processOn(store, { findMissing: async () => missing });
    await epochs.current();
    rewinds = 1;
    missing = ['event 1'];
    expect((await epochs.current()).number).to.equal(2);
    await epochs.noteMissing(['event 1']);
    expect((await epochs.current()).number).to.equal(2);
  });

  it('ends for a call during which the loss is noticed', async () => {
    const beneath = createMemoryStore();
    let rewinds = 0;
    const store = storeWith(beneath, { rewinds: () => rewinds });
    const { load } = createCommandHandler({ store });
    const noticing: typeof load = (...args) => {
      rewinds = 1;
      return load(...args);
    };
    const epochs = processOn(store, { load: noticing });
    await epochs.current();
    expect((await epochs.current()).number).to.equal(2);
  });

  it('ends when its database is restored under another name', async () => {
    const database = await testDatabase();
    const first = await openPostgresStore({ connectionString: database.url });
    await processOn(first).current();
    await first.close();
    const copy = await testDatabase();
    const nameOf = ({ url }: { readonly url: string }) => new URL(url).pathname.slice(1);
    const client = new pg.Client({
      connectionString: new URL('/postgres', database.url).href,
    });
    await client.connect();
    await client.query(`DROP DATABASE ${nameOf(copy)}`);
    await client.query(`CREATE DATABASE ${nameOf(copy)} TEMPLATE ${nameOf(database)}`);
    await client.end();
    const restored = await openPostgresStore({ connectionString: copy.url });
    expect((await processOn(restored).current()).number).to.equal(2);
    expect(await epochsIn(restored)).to.deep.equal(['1 first', '2 other-copy']);
    await restored.close();
    await Promise.all([database.drop(), copy.drop()]);
  });
});

for (const [place, open] of Object.entries(losingLogs)) {
  describe(`An epoch of a log in ${place}`, function () {
    this.timeout(30_000);
    let losing: LosingLog;

    beforeEach(async () => {
      losing = await open();
    });
    afterEach(() => losing.close());

    it('ends once for all processes that notice the loss of its end', async () => {
      const { store, keepOnly } = losing;
      const processes = [processOn(store), processOn(store)];
      for (const epochs of processes) expect((await epochs.current()).number).to.equal(1);
      await store.append('payment-lost', [fact()], { expected: 'no_stream' });
      await keepOnly(1);
      for (const epochs of processes) expect((await epochs.current()).number).to.equal(2);
      expect(await epochsIn(store)).to.deep.equal(['1 first', '2 end-lost']);
    });
  });
}
