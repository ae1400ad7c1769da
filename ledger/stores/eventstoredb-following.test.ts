import { expect } from 'chai';
import { facts, follow, idsOf, newStream, readLog } from '#/ledger/contract/samples.ts';
import { FaultyEventStoreDb, printOutcomes } from './testing/faulty-eventstoredb.ts';

after(printOutcomes);

const suite = (appends: 'batch' | 'single'): void => {
  let faulty: FaultyEventStoreDb;

  beforeEach(async () => {
    faulty = await FaultyEventStoreDb.open(appends);
  });

  afterEach(() => faulty.close());

  /** Returns what a subscriber receives when a fault hits the server after the first event. */
  const followThrough = async (fault: () => Promise<void>) => {
    await faulty.add();
    const { signal } = new AbortController();
    let befallen: Promise<void> | undefined;
    const delivered = await follow(faulty.store.subscribe({ signal }), (all, caughtUp) => {
      if (caughtUp === 1) befallen ??= fault();
      return all.length === 2;
    });
    await befallen;
    expect(idsOf(delivered)).to.deep.equal(idsOf(await readLog(faulty.beneath)));
  };

  it('goes on following when the server is killed and comes back', async () => {
    await followThrough(async () => {
      await faulty.server.faults.kill();
      await faulty.server.faults.revive();
      await faulty.beneath.append(newStream(), facts(1), { expected: 'no_stream' });
    });
    faulty.tell('server killed while subscribed', 'subscribes again; each event once, in order');
  });

  it('goes on following when the server is shut down and another takes its place', async () => {
    await followThrough(async () => {
      await faulty.server.stop();
      await faulty.start(faulty.server.port);
      await faulty.beneath.append(newStream(), facts(1), { expected: 'no_stream' });
    });
    faulty.tell('graceful shutdown', 'subscribes again; each event once, in order');
  });

  it('goes on following when the server froze', async () => {
    await followThrough(async () => {
      faulty.server.faults.freeze();
      await faulty.beneath.append(newStream(), facts(1), { expected: 'no_stream' });
      const waited = await faulty.store.head().catch((error: unknown) => error);
      expect(waited).to.have.property('name', 'Unanswered');
      faulty.server.faults.thaw();
    });
    faulty.tell('server frozen while subscribed', 'goes on when it thaws; reads fail in time');
  });

  it('goes on following when the server forgot to tell it', async () => {
    await followThrough(async () => {
      faulty.server.faults.silent = true;
      await faulty.beneath.append(newStream(), facts(1), { expected: 'no_stream' });
      const waited = await faulty.store.head().catch((error: unknown) => error);
      expect(waited).to.have.property('name', 'Unanswered');
      faulty.server.faults.silent = false;
    });
    faulty.tell('server silent while subscribed', 'looks at the log and subscribes again');
  });

  it('hands on once what is delivered twice', async () => {
    faulty.server.faults.duplicateDelivery = true;
    await Promise.all(Array.from({ length: 20 }, () => faulty.add()));
    const { signal } = new AbortController();
    const delivered = await follow(
      faulty.store.subscribe({ signal }),
      (_, caughtUp) => caughtUp === 1,
    );
    expect(delivered).to.deep.equal(await readLog(faulty.store));
    faulty.tell('duplicate delivery', 'each event once');
  });
};

for (const appends of ['batch', 'single'] as const) {
  describe(`The EventStoreDB store under faults (${appends} appends)`, () => suite(appends));
}
