import { expect } from 'chai';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import type { EventStore, Recorded } from '#/ledger/event-store.ts';
import { facts, follow, idsOf, newStream, readLog } from '#/ledger/contract/samples.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { testEventStoreDb, type TestEventStoreDb } from '#/scripts/testing/eventstoredb.ts';
import { openEventStoreDb } from './eventstoredb.ts';
import { createMemoryStore } from './memory.ts';

/** The store, and `examined`, which returns how many events were read from its log so far. */
const counted = (store: EventStore) => {
  let examined = 0;
  const count = (events: readonly Recorded[]): void => {
    examined += events.length;
  };
  const counting: EventStore = {
    append: (...append) => store.append(...append),
    readStream: (...read) => store.readStream(...read),
    async *readAll(options) {
      for await (const events of store.readAll(options)) {
        count(events);
        yield events;
      }
    },
    async *subscribe(options) {
      for await (const message of store.subscribe(options)) {
        if (message.kind === 'events') count(message.events);
        yield message;
      }
    },
    head: () => store.head(),
    rewinds: () => store.rewinds(),
    lineage: () => store.lineage(),
    checkpoints: store.checkpoints,
    close: () => store.close(),
  };
  return { store: counting, examined: () => examined };
};

describe('The EventStoreDB store on a server shared with other programs', () => {
  let beneath: ReturnType<typeof counted>;
  let server: TestEventStoreDb;
  let otherProgram: EventStoreDBClient;
  const opened: EventStore[] = [];

  const open = async (prefix?: string): Promise<EventStore> => {
    const store = await openEventStoreDb({ connectionString: server.url, prefix });
    opened.push(store);
    return store;
  };
  const appendAsOther = async (count: number, stream = 'probe-1') => {
    const events = Array.from({ length: count }, () => jsonEvent({ type: 'x', data: {} }));
    await otherProgram.appendToStream(stream, events);
  };

  beforeEach(async () => {
    beneath = counted(createMemoryStore([], { limits: { bytes: 64_000_000, events: 100_000 } }));
    server = await testEventStoreDb(beneath.store);
    otherProgram = EventStoreDBClient.connectionString(server.url);
  });

  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close();
    await otherProgram.dispose();
    await server.stop();
  });

  it('reads and delivers only its own events', async () => {
    const store = await open();
    await appendAsOther(3);
    expect(await store.head()).to.equal(undefined);
    expect(await readLog(store)).to.deep.equal([]);
    const { position } = await store.append(newStream(), facts(2), { expected: 'no_stream' });
    await appendAsOther(3);
    await appendAsOther(1, 'payments');
    await appendAsOther(1, 'paymentlink-7');
    for (const each of [store, await open()]) {
      expect(await each.head()).to.equal(position);
      expect(await readLog(each)).to.have.length(2);
      expect(await readLog(each, { after: position })).to.deep.equal([]);
      const { signal } = new AbortController();
      const received = await follow(each.subscribe({ signal }), (_, caughtUp) => caughtUp === 1);
      expect(idsOf(received)).to.deep.equal(idsOf(await readLog(each)));
    }
  });

  it('reads an event that another program wrote into one of its streams', async () => {
    const store = await open();
    await appendAsOther(1, 'payment-7');
    expect((await readLog(store)).map(({ type }) => type)).to.deep.equal(['x']);
  });

  it('rejects an append to a stream whose name has no known category', async () => {
    const store = await open();
    const outcome = store.append('probe-1', facts(1), { expected: 'no_stream' });
    expect(await outcome.catch((error: unknown) => error)).to.be.instanceOf(TypeError);
  });

  it('moves subscriptions past events of other programs, and does not examine those again', async () => {
    const store = await open();
    const { position } = await store.append(newStream(), facts(1), { expected: 'no_stream' });
    await appendAsOther(3_000);
    const leaving = new AbortController();
    const reached: string[] = [];
    for await (const message of store.subscribe({ signal: leaving.signal })) {
      if (message.kind !== 'caught-up') reached.push(message.upTo);
      // One event of ours and 3,000 of the other program.
      if ((reached.at(-1) ?? '').includes('3001')) break;
    }
    const after = reached.at(-1) as typeof position;
    expect(after > position).to.equal(true);

    const resumed = await open();
    await eventually(async () => (await resumed.head()) ?? undefined, 'its end is known');
    await resumed.cuts?.find(AbortSignal.timeout(5_000));
    const examinedBefore = beneath.examined();
    const { signal } = new AbortController();
    await follow(resumed.subscribe({ after, signal }), (_, caughtUp) => caughtUp === 1);
    for (let request = 0; request < 10; request += 1) {
      expect(await resumed.head()).to.equal(position);
      expect(await readLog(resumed, { after: position })).to.deep.equal([]);
    }
    // A request examines only the server's last event and the events since the previous request.
    expect(beneath.examined() - examinedBefore).to.be.below(100);
  });

  it('keeps the logs of two products apart by the prefixes of their stream names', async () => {
    const [one, other] = [await open('loja'), await open('outra')];
    const [stream, events, others] = [newStream(), facts(2), facts(1)];
    await one.append(stream, events, { expected: 'no_stream' });
    const last = await other.append(stream, others, { expected: 'no_stream' });
    expect(idsOf(await one.readStream(stream))).to.deep.equal(idsOf(events));
    expect((await readLog(one)).map((event) => event.stream)).to.deep.equal([stream, stream]);
    expect(idsOf(await readLog(other))).to.deep.equal(idsOf(others));
    expect(await other.head()).to.equal(last.position);
    expect(await readLog(await open())).to.deep.equal([]);
    const names = (await readLog(beneath.store)).map((event) => event.stream);
    expect(names).to.deep.equal([`loja.${stream}`, `loja.${stream}`, `outra.${stream}`]);
  });

  it('reports a stream that an operator deleted only to the product that owns it', async () => {
    const [one, other] = [await open('loja'), await open('outra')];
    const stream = newStream();
    for (const store of [one, other]) {
      await store.append(stream, facts(2), { expected: 'no_stream' });
    }
    await otherProgram.deleteStream(`loja.${stream}`);
    await eventually(() => one.cuts?.list()[0], 'the first product knows');
    expect(other.cuts?.list()).to.deep.equal([]);
    expect(await other.readStream(stream)).to.have.length(2);
  });

  it('rejects a prefix that is empty, too long, in capitals, or has a hyphen or dot', async () => {
    for (const prefix of ['', 'a-b', 'a.b', 'A', 'x'.repeat(33)]) {
      const outcome = await open(prefix).catch((error: unknown) => error);
      expect(outcome).to.be.instanceOf(RangeError);
    }
  });
});
