import { expect } from 'chai';
import { eventTypeFilter, jsonEvent } from '@eventstore/db-client';
import type { StreamSubscription } from '@eventstore/db-client';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import { SERVER_LIMITS } from './server.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import {
  newStreamName,
  collect,
  emptyStores,
  facts,
  failureOf,
  startDouble,
  type RunningDouble,
} from './testing/running-double.ts';

const DELETED = 'stream-deleted';

/** Behaviour in which the double once differed from the real server (23.10.6). */
const suite = (
  open: () => Promise<{ running: RunningDouble; drop: () => Promise<void> }>,
): void => {
  let running: RunningDouble;
  let drop: () => Promise<void>;

  beforeEach(async () => {
    ({ running, drop } = await open());
  });
  afterEach(async () => {
    await running.close();
    await drop();
  });

  const typeOf = async (work: Promise<unknown>): Promise<unknown> =>
    Reflect.get(Object(await failureOf(work)), 'type');
  const setRaw = (stream: string, metadata: object) =>
    running.client.appendToStream(
      `$$${stream}`,
      jsonEvent({ type: '$metadata', data: { ...metadata } }),
    );
  const readRevisions = async (stream: string, resolveLinkTos = false) => {
    const read = running.client.readStream(stream, { resolveLinkTos });
    return (await collect(read)).map(({ revision }) => Number(revision));
  };

  it('reports a checkpoint of a filter every 32 events by default', async () => {
    const { client } = running;
    await client.appendToStream(newStreamName(), facts(100, 'passed-over'));
    const reached: bigint[] = [];
    const filter = eventTypeFilter({
      prefixes: ['nothing'],
      checkpointReached: (_, { commit }) => void reached.push(commit),
    });
    const subscription = client.subscribeToAll({ filter });
    subscription.on('error', () => undefined);
    await eventually(() => reached.length >= 4 || undefined, 'four checkpoints');
    await subscription.unsubscribe();
    expect(reached[0]).to.equal(32n);
  });

  it('rejects the deletion of a stream that never existed', async () => {
    for (const expectedRevision of ['any', 'no_stream'] as const) {
      const deletion = running.client.deleteStream(newStreamName(), { expectedRevision });
      expect(await typeOf(deletion)).to.equal('wrong-expected-version');
    }
  });

  it('resolves no link to a truncated event or a tombstoned stream', async () => {
    const { client } = running;
    const [target, tombstoned, links] = [newStreamName(), newStreamName(), newStreamName()];
    for (const stream of [target, tombstoned]) await client.appendToStream(stream, facts(2));
    for (const to of [`0@${target}`, `1@${target}`, `0@${tombstoned}`]) {
      const link = { type: '$>', contentType: 'application/octet-stream' as const };
      await client.appendToStream(links, {
        ...jsonEvent({ type: '$>', data: {} }),
        ...link,
        data: Buffer.from(to),
      });
    }
    await setRaw(target, { $tb: 1 });
    await client.tombstoneStream(tombstoned);
    const read = client.readStream(links, { resolveLinkTos: true });
    const isResolved: boolean[] = [];
    for await (const { event } of read) isResolved.push(event !== undefined);
    expect(isResolved).to.deep.equal([false, true, false]);
  });

  it('ignores metadata with a limit of 0, with a value of a wrong type, or not marked as JSON', async () => {
    for (const metadata of [{ $maxCount: 0 }, { $maxAge: 0 }, { $tb: 1, $maxCount: 'one' }]) {
      const stream = newStreamName();
      await running.client.appendToStream(stream, facts(2));
      await setRaw(stream, metadata);
      expect(await readRevisions(stream)).to.deep.equal([0, 1]);
    }
    const stream = newStreamName();
    await running.client.appendToStream(stream, facts(2));
    await running.client.appendToStream(`$$${stream}`, {
      ...jsonEvent({ type: '$metadata', data: {} }),
      contentType: 'application/octet-stream',
      data: Buffer.from('{"$tb":1}'),
    });
    expect(await readRevisions(stream)).to.deep.equal([0, 1]);
  });

  it('closes the metadata of a tombstoned stream, except for writes if there was metadata', async () => {
    const { client } = running;
    const [bare, withMetadata] = [newStreamName(), newStreamName()];
    for (const stream of [bare, withMetadata]) await client.appendToStream(stream, facts(1));
    await setRaw(withMetadata, { note: 1 });
    for (const stream of [bare, withMetadata]) {
      await client.tombstoneStream(stream);
      expect(await typeOf(readRevisions(`$$${stream}`))).to.equal(DELETED);
    }
    expect(await typeOf(setRaw(bare, {}))).to.equal(DELETED);
    await setRaw(withMetadata, {});
  });

  it('delivers the tombstone before it ends a subscription', async () => {
    const { client } = running;
    const stream = newStreamName();
    await client.appendToStream(stream, facts(1));
    const types: string[] = [];
    const ends: unknown[] = [];
    const subscription: StreamSubscription = client.subscribeToStream(stream);
    subscription.on('data', ({ event }) => types.push(event?.type ?? ''));
    subscription.on('error', (error) => ends.push(error));
    await eventually(() => types.length === 1 || undefined, 'the first event');
    await client.tombstoneStream(stream);
    await eventually(() => ends[0], 'it ends');
    expect(types).to.deep.equal(['fact-noted', '$streamDeleted']);
    expect(ends[0]).to.have.property('type', DELETED);
  });

  it('returns no position for a repeated append if the stream was deleted in between', async () => {
    const stream = newStreamName();
    const events = facts(2);
    const first = await running.client.appendToStream(stream, events, {
      expectedRevision: 'no_stream',
    });
    await running.client.deleteStream(stream);
    const repeated = await running.client.appendToStream(stream, events, {
      expectedRevision: 'no_stream',
    });
    expect(first.position).not.to.equal(undefined);
    expect(repeated.position).to.equal(undefined);
  });

  it('supports anchors and flags of .NET patterns, and rejects an atomic group', async () => {
    const { client } = running;
    await client.appendToStream(newStreamName(), facts(1, 'Sale-noted'));
    const firstMatch = async (regex: string): Promise<string> => {
      const filter = eventTypeFilter({ regex });
      const subscription = client.subscribeToAll({ filter });
      try {
        for await (const { event } of subscription) if (event !== undefined) return event.type;
        return '';
      } finally {
        await subscription.unsubscribe();
      }
    };
    for (const regex of ['\\ASale', 'noted\\z', '(?i)^sale-NOTED$', '\\ASale-noted\\Z']) {
      expect(await firstMatch(regex)).to.equal('Sale-noted');
    }
    expect(Reflect.get(Object(await failureOf(firstMatch('(?>Sale)'))), 'code')).to.equal(3);
  });

  it('counts only data, not metadata, towards the size limit of an append', async () => {
    const large = jsonEvent({
      type: 'noted',
      data: { text: 'x'.repeat(900_000) },
      metadata: { text: 'y'.repeat(500_000) },
    });
    await running.client.appendToStream(newStreamName(), large);
  });

  it('reports again that a subscription caught up after it fell behind by many events', async () => {
    const { client } = running;
    const stream = newStreamName();
    for (const subscribe of [
      () => client.subscribeToAll({ fromPosition: 'end' }),
      () => client.subscribeToStream(stream, { fromRevision: 'end' }),
    ]) {
      const received: string[] = [];
      const subscription = subscribe();
      subscription.on('caughtUp', () => received.push('caught up'));
      subscription.on('error', () => undefined);
      subscription.on('data', () => received.push('event'));
      await eventually(() => received.length === 1 || undefined, 'it is live');
      await client.appendToStream(stream, facts(3));
      await eventually(() => received.length === 4 || undefined, 'three more');
      await client.appendToStream(stream, facts(40));
      await eventually(() => received.at(-1) === 'caught up' || undefined, 'it is told again');
      expect(received.filter((each) => each === 'event')).to.have.length(43);
      expect(received.filter((each) => each === 'caught up')).to.have.length(2);
      await subscription.unsubscribe();
    }
  });

  it('rejects an empty event type, an invalid stream name and a limit of 0', async () => {
    const { client } = running;
    const stream = newStreamName();
    await client.appendToStream(stream, facts(1));
    for (const work of [
      client.appendToStream(stream, jsonEvent({ type: '', data: {} })),
      client.appendToStream('$$', facts(1)),
      collect(client.readStream(stream, { maxCount: 0 })),
      collect(client.readAll({ maxCount: 0 })),
    ]) {
      expect(await failureOf(work)).to.be.instanceOf(Error);
    }
  });
};

for (const [name, openStore] of Object.entries(emptyStores)) {
  describe(`The EventStoreDB double over ${name} behaves like the server`, () => {
    suite(async () => {
      const { store, drop } = await openStore();
      return { running: await startDouble(store), drop };
    });
  });
}

describe('The EventStoreDB double', () => {
  it('reads its store fewer than 40 times for 200 appends to one stream', async () => {
    const store = createMemoryStore([], { limits: SERVER_LIMITS });
    let reads = 0;
    const running = await startDouble({
      append: (...append) => store.append(...append),
      readStream: (...read) => {
        reads += 1;
        return store.readStream(...read);
      },
      readAll: (options) => store.readAll(options),
      subscribe: (options) => store.subscribe(options),
      head: () => store.head(),
      rewinds: () => store.rewinds(),
      lineage: () => store.lineage(),
      checkpoints: store.checkpoints,
      close: () => store.close(),
    });
    const stream = newStreamName();
    for (const event of facts(200)) await running.client.appendToStream(stream, event);
    await running.close();
    expect(reads).to.be.below(40);
  });
});

describe('The EventStoreDB double over TLS', () => {
  it('ends open subscriptions as cancelled when it stops', async () => {
    const running = await startDouble(undefined, { tls: true });
    const ends: unknown[] = [];
    const subscriptions = Array.from({ length: 8 }, () => running.client.subscribeToAll());
    let confirmed = 0;
    for (const subscription of subscriptions) {
      subscription.on('confirmation', () => (confirmed += 1));
      subscription.on('error', (error) => ends.push(error));
      subscription.on('data', () => undefined);
    }
    await eventually(() => confirmed === 8 || undefined, 'all are confirmed');
    await running.close();
    await eventually(() => ends.length === 8 || undefined, 'all have ended');
    expect(ends.map((error) => Reflect.get(Object(error), 'type'))).to.deep.equal(
      Array.from({ length: 8 }, () => 'cancelled'),
    );
  });
});
