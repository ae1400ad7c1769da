import { expect } from 'chai';
import pg from 'pg';
import { LogRewound, type EventStore } from '#/ledger/event-store.ts';
import { KnownCopy } from '#/ledger/stores/postgres/known-copy.ts';
import {
  nameOf,
  openFloating,
  write,
  type FloatingLog,
} from '#/ledger/testing/floating-postgres.ts';
import { onServer } from '#/scripts/testing/faulty-postgres.ts';
import { eventually } from '#/scripts/testing/eventually.ts';

/** A pool beside the log's own, whose connections must lead to the same copy. */
const openBeside = (url: string) => {
  const pool = new pg.Pool({ connectionString: url, application_name: 'others' });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const copy = new KnownCopy();
  copy.follow(pool);
  const databaseReached = async (): Promise<unknown> =>
    (await pool.query('SELECT current_database() AS name')).rows[0]?.name;
  return { pool, copy, databaseReached };
};

/** Follows the log. `streams` gets the stream of each event; `end` resolves to the error that ends the subscription. */
const streamsIn = (store: EventStore) => {
  const following = new AbortController();
  const streams: string[] = [];
  const follow = async (): Promise<void> => {
    for await (const message of store.subscribe({ signal: following.signal }))
      if (message.kind === 'events') streams.push(...message.events.map(({ stream }) => stream));
  };
  const end = follow().catch((error: unknown) => error);
  return { streams, end, stop: () => following.abort() };
};

const noticed = (store: EventStore) =>
  eventually(() => store.rewinds() > 0 || undefined, 'the failover is noticed');

describe('A failover after which some connections still lead to the former copy', function () {
  this.timeout(60_000);
  let log: FloatingLog;

  beforeEach(async () => {
    log = await openFloating();
  });
  afterEach(() => log.close());

  it('delivers no event of the standby after events that the standby lacks, where only a reader notices', async () => {
    const { floating, former, standby, open, cut } = log;
    const follower = await open(floating.url);
    await write(await open(former.url), 'p-2', 'p-3');
    const { streams, end, stop } = streamsIn(follower);
    await eventually(() => streams.length === 3 || undefined, 'all is read');

    floating.leadTo(standby.url);
    await write(await open(standby.url), 'p-4', 'p-5', 'p-6');
    await cut('razao ledger reader');
    expect(await end, streams.join(' ')).to.be.instanceOf(LogRewound);
    expect(streams).to.deep.equal(['payment-p-1', 'payment-p-2', 'payment-p-3']);
    stop();
  });

  it('delivers no event of a restored disk either, when a reader reconnects before the writer', async () => {
    const { floating, former, open, cut } = log;
    await write(await open(former.url), 'p-2', 'p-3');
    const follower = await open(floating.url);
    const { streams, end, stop } = streamsIn(follower);
    await eventually(() => streams.length === 3 || undefined, 'all is read');

    const { begun, release } = floating.hold('razao ledger writer');
    await onServer(
      former.url,
      `BEGIN; ALTER TABLE ledger.event DISABLE TRIGGER ALL; DELETE FROM ledger.event WHERE position > 1;
        ALTER TABLE ledger.event ENABLE ALWAYS TRIGGER append_only; COMMIT`,
    );
    await cut('razao ledger %');
    await begun;
    await write(await open(former.url), 'p-4', 'p-5', 'p-6', 'p-7');
    const read = await follower.readStream('payment-p-7').catch((error: unknown) => error);
    expect(read, 'a reader is not let in').to.be.instanceOf(Error);
    release();
    expect(await end, streams.join(' ')).to.be.instanceOf(LogRewound);
    expect(streams).to.deep.equal(['payment-p-1', 'payment-p-2', 'payment-p-3']);
    stop();
  });

  it('ends a read of the whole log, which would mix both copies, and is not counted again when the connection is next cut', async () => {
    const { floating, standby, open, cut } = log;
    const store = await open(floating.url);
    await write(store, 'p-2', 'p-3');
    const batches = store.readAll({ batchSize: 1 })[Symbol.asyncIterator]();
    await batches.next();
    floating.leadTo(standby.url);
    await cut('razao ledger writer');
    await noticed(store);
    const next = await batches.next().catch((error: unknown) => error);
    expect(next).to.be.instanceOf(LogRewound);

    await write(store, 'p-4');
    await cut('razao ledger writer', nameOf(standby.url));
    await write(store, 'p-5');
    expect(store.rewinds()).to.equal(1);
  });

  it('makes connections that were opened before the log lead to the new copy', async () => {
    const { floating, standby, open } = log;
    const { pool, copy, databaseReached } = openBeside(floating.url);
    await databaseReached();
    floating.leadTo(standby.url);
    await open(floating.url, { copy });
    expect(await databaseReached()).to.equal(nameOf(standby.url));
    await pool.end();
  });

  it('makes a connection lead to the new copy that was being opened during the failover', async () => {
    const { floating, standby, open, cut } = log;
    const { pool, copy, databaseReached } = openBeside(floating.url);
    const store = await open(floating.url, { copy });
    const { begun, release } = floating.hold('others');
    const first = databaseReached().catch((error: unknown) => error);
    await begun;
    floating.leadTo(standby.url);
    await cut('razao ledger writer');
    await noticed(store);
    release();
    expect(await first, 'nothing is asked of the former copy').to.be.instanceOf(Error);
    expect(await databaseReached()).to.equal(nameOf(standby.url));
    await pool.end();
  });

  it('makes the listener lead to the new copy, also if it was about to listen', async () => {
    const { floating, standby, open, cut, left } = log;
    const store = await open(floating.url);
    const { begun, release } = floating.hold('LISTEN ledger');
    await cut('razao ledger listener');
    await begun;
    floating.leadTo(standby.url);
    await cut('razao ledger writer');
    await noticed(store);
    release();
    await eventually(
      async () => (await left()).length === 0 || undefined,
      'no connection leads to the former copy',
    );
  });

  for (const part of ['writer', 'reader', 'listener', 'checkpoints']) {
    it(`is noticed by a connection of the ${part} alone, and then none leads to the former copy`, async () => {
      const { floating, standby, open, cut, left } = log;
      const { pool, copy, databaseReached } = openBeside(floating.url);
      let rewindsReported = 0;
      const onRewound = (): void => void (rewindsReported += 1);
      const store = await open(floating.url, { copy, onRewound });
      await write(store, 'p-2', 'p-3');
      const use = () =>
        Promise.allSettled([store.head(), store.checkpoints.load('p'), databaseReached()]);
      expect(await store.readStream('payment-p-3')).to.have.length(1);
      await use();

      floating.leadTo(standby.url);
      await cut(`razao ledger ${part}`);
      await eventually(async () => {
        await use();
        return store.rewinds() > 0 || undefined;
      }, 'the failover is noticed');
      await eventually(async () => {
        await use();
        return (await left()).length === 0 || undefined;
      }, 'all connections are replaced');
      expect(await store.readStream('payment-p-3')).to.deep.equal([]);

      await write(store, 'p-4');
      await cut('razao ledger writer', nameOf(standby.url));
      await write(store, 'p-5');
      expect([store.rewinds(), rewindsReported]).to.deep.equal([1, 1]);
      await pool.end();
    });
  }
});
