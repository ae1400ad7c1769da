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

  /** Expects a subscriber to receive both events of the log, once each. `fault` runs after the first event, and appends the second. */
  const followThrough = async (fault: () => Promise<void>) => {
    await faulty.add();
    const { signal } = new AbortController();
    let faultOver: Promise<void> | undefined;
    const delivered = await follow(faulty.store.subscribe({ signal }), (all, caughtUp) => {
      if (caughtUp === 1) faultOver ??= fault();
      return all.length === 2;
    });
    await faultOver;
    expect(idsOf(delivered)).to.deep.equal(idsOf(await readLog(faulty.beneath)));
  };

  it('delivers every event once when the server is killed and started again, and reports it once', async () => {
    await followThrough(async () => {
      await faulty.server.faults.kill();
      await faulty.server.faults.revive();
      await faulty.beneath.append(newStream(), facts(1), { expected: 'no_stream' });
    });
    expect(faulty.health.map(({ part, state }) => `${part} ${state}`)).to.deep.equal([
      'subscription lost',
    ]);
    faulty.report('server killed while subscribed', 'subscribes again; each event once, in order');
  });

  it('delivers every event once when another server replaces one that was shut down', async () => {
    await followThrough(async () => {
      await faulty.server.stop();
      await faulty.start(faulty.server.port);
      await faulty.beneath.append(newStream(), facts(1), { expected: 'no_stream' });
    });
    faulty.report('graceful shutdown', 'subscribes again; each event once, in order');
  });

  it('delivers every event once when the server was frozen for a while', async () => {
    await followThrough(async () => {
      faulty.server.faults.freeze();
      await faulty.beneath.append(newStream(), facts(1), { expected: 'no_stream' });
      const failure = await faulty.store.head().catch((error: unknown) => error);
      expect(failure).to.have.property('name', 'Unanswered');
      faulty.server.faults.thaw();
    });
    faulty.report('server frozen while subscribed', 'goes on when it thaws; reads fail in time');
  });

  it('delivers every event once when the server did not announce a new event', async () => {
    await followThrough(async () => {
      faulty.server.faults.silent = true;
      await faulty.beneath.append(newStream(), facts(1), { expected: 'no_stream' });
      const failure = await faulty.store.head().catch((error: unknown) => error);
      expect(failure).to.have.property('name', 'Unanswered');
      faulty.server.faults.silent = false;
    });
    faulty.report('server silent while subscribed', 'looks at the log and subscribes again');
  });

  it('delivers every event once when the server sends events twice', async () => {
    faulty.server.faults.duplicateDelivery = true;
    await Promise.all(Array.from({ length: 20 }, () => faulty.add()));
    const { signal } = new AbortController();
    const delivered = await follow(
      faulty.store.subscribe({ signal }),
      (_, caughtUp) => caughtUp === 1,
    );
    expect(delivered).to.deep.equal(await readLog(faulty.store));
    faulty.report('duplicate delivery', 'each event once');
  });
};

for (const appends of ['batch', 'single'] as const) {
  describe(`Subscription to the EventStoreDB store under faults (${appends} appends)`, () =>
    suite(appends));
}
