import { expect } from 'chai';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import type { Recorded } from '#/ledger/event-store.ts';
import { openEventStoreDb } from '#/ledger/stores/eventstoredb.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { testEventStoreDb, type TestEventStoreDb } from '#/scripts/testing/eventstoredb.ts';
import { sweepSessions } from './ended-sessions.ts';

describe('End of a session that EventStoreDB lost in a failover', function () {
  this.timeout(90_000);
  const log: Recorded[] = [];
  let server: TestEventStoreDb;
  let world: ApiWorld;

  before(async () => {
    server = await testEventStoreDb(createMemoryStore(log));
    const openStore = () => openEventStoreDb({ connectionString: server.url, quietMs: 200 });
    world = await apiWorld({ openStore });
  });
  after(async () => {
    await world.close();
    await server.stop();
  });

  const query = (text: string) => world.services.database.query(text);

  const countEnds = async (): Promise<number> =>
    (await Array.fromAsync(world.store.readAll({})))
      .flat()
      .filter(({ type }) => type === 'SignedOut').length;

  /** Sweeps as the worker does each minute, until nothing fails: the sweep that notices the loss may fail. */
  const sweep = () =>
    eventually(async () => {
      const failures: unknown[] = [];
      await sweepSessions(world.services, (error) => failures.push(error));
      return failures.length === 0 || undefined;
    }, 'a sweep without failure');

  /** Replaces the server by one whose log ends before event `from`, and waits until the product notices. @param from index in the log */
  const loseLastEvents = async (from: number): Promise<void> => {
    const { store } = world.services.core;
    const rewindsBefore = store.rewinds();
    const { port } = server;
    await server.stop();
    server = await testEventStoreDb(createMemoryStore(log.slice(0, from)), port);
    await eventually(async () => {
      await store.head().catch(() => undefined);
      return store.rewinds() > rewindsBefore || undefined;
    }, 'the loss is noticed');
    await world.services.core.ports.epoch();
  };

  it('is recorded again an hour later, and its row is deleted then', async () => {
    await world.cookieOf(await world.newSeller());
    await eventually(
      () => log.some(({ type }) => type === 'SignedIn') || undefined,
      'the sign-in is on record',
    );
    await query(`UPDATE auth.session SET "expiresAt" = now() - interval '1 minute'`);
    await sweep();
    expect(await countEnds()).to.equal(1);
    await loseLastEvents(log.findIndex(({ type }) => type === 'SignedOut'));
    expect(await countEnds()).to.equal(0);
    await query(`UPDATE auth.ended_session SET recorded_at = recorded_at - interval '61 minutes'`);
    await sweep();
    expect(await countEnds()).to.equal(1);
    expect((await query('SELECT FROM auth.ended_session')).rowCount).to.equal(0);
    await sweep();
    expect(await countEnds()).to.equal(1);
  });
});
