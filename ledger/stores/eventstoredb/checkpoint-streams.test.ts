import { EventStoreDBClient } from '@eventstore/db-client';
import { expect } from 'chai';
import { sampleNow } from '#/domain/testing/samples.ts';
import type { Checkpoints, Work } from '#/ledger/checkpoints/checkpoints.ts';
import { facts, newStream } from '#/ledger/contract/samples.ts';
import type { EventStore } from '#/ledger/event-store.ts';
import { openEventStoreDb } from '#/ledger/stores/eventstoredb.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import { testEventStoreDb, type TestEventStoreDb } from '#/scripts/testing/eventstoredb.ts';

const QUEUE = 'commands:account-seller-1';

/** The next call of this method gets no answer. Returns what sends it to the server, late. */
const delayNext = (method: 'appendToStream' | 'setStreamMetadata'): (() => Promise<unknown>) => {
  const { prototype } = EventStoreDBClient;
  const original = prototype[method];
  let send = async (): Promise<unknown> => expect.fail('nothing was sent');
  const delayed = async function delayed(this: EventStoreDBClient, ...given: unknown[]) {
    Object.assign(prototype, { [method]: original });
    send = () => Reflect.apply(original, this, given);
    throw new Error('no answer in time');
  };
  Object.assign(prototype, { [method]: delayed });
  return () => send();
};

describe('Queues of parked work in EventStoreDB', () => {
  let server: TestEventStoreDb;
  let stores: readonly EventStore[];
  let here: Checkpoints;
  let there: Checkpoints;
  let works: readonly Work[];

  beforeEach(async () => {
    server = await testEventStoreDb(createMemoryStore());
    const open = () => openEventStoreDb({ connectionString: server.url });
    const [one, other] = [await open(), await open()];
    stores = [one, other];
    [here, there] = [one.checkpoints, other.checkpoints];
    const stream = newStream();
    await one.append(stream, facts(3), { expected: 'no_stream' });
    works = (await one.readStream(stream)).map(({ position, revision }) => ({
      policy: 'book',
      position,
      stream,
      revision,
    }));
  });

  afterEach(async () => {
    for (const store of stores) await store.close();
    await server.stop();
  });

  const queued = () => there.listQueued(QUEUE, Infinity);

  it('are found by what parked work holds, if they began before their names were recorded', async () => {
    const [work] = works;
    if (!work) return expect.fail('nothing was appended');
    await here.park({ ...work, failure: 'once', since: sampleNow, holds: QUEUE });
    await here.enqueue(QUEUE, [work]);
    const client = EventStoreDBClient.connectionString(server.url);
    await client.deleteStream('policies-queues');
    expect(await here.listQueues()).to.deep.equal([QUEUE]);
    await client.dispose();
  });

  it('keep work once whose first write arrives after the second one', async () => {
    await here.enqueue(QUEUE, works.slice(0, 1));
    const sendLate = delayNext('appendToStream');
    const unanswered = await here.enqueue(QUEUE, works).catch((error: unknown) => error);
    expect(unanswered).to.be.instanceOf(Error);
    await here.enqueue(QUEUE, works);
    await sendLate().catch(() => undefined);
    expect(await queued()).to.deep.equal(works);
    await here.dequeue(QUEUE, works);
    await sendLate().catch(() => undefined);
    expect(await queued(), 'not even after it is done').to.deep.equal([]);
  });

  it('keep work that was added although its write was not answered', async () => {
    await here.enqueue(QUEUE, works.slice(0, 1));
    const sendLate = delayNext('appendToStream');
    await here.enqueue(QUEUE, works.slice(0, 2)).catch(() => undefined);
    await sendLate();
    await there.enqueue(QUEUE, works);
    expect(await queued()).to.deep.equal(works);
  });

  it('keep no work that is done when another process hides a shorter part late', async () => {
    await here.enqueue(QUEUE, works);
    const hideLate = delayNext('setStreamMetadata');
    await here.dequeue(QUEUE, works.slice(0, 1)).catch(() => undefined);
    await there.dequeue(QUEUE, works);
    await hideLate();
    expect(await queued()).to.deep.equal([]);
    await here.enqueue(QUEUE, works.slice(2));
    expect(await queued()).to.deep.equal(works.slice(2));
  });

  it('keep work that was added again before another process says late that it is done', async () => {
    await here.enqueue(QUEUE, works);
    const removeLate = delayNext('appendToStream');
    await here.dequeue(QUEUE, works).catch(() => undefined);
    await there.dequeue(QUEUE, works);
    await there.enqueue(QUEUE, works.slice(0, 1));
    await removeLate().catch(() => undefined);
    expect(await queued()).to.deep.equal(works.slice(0, 1));
  });
});
