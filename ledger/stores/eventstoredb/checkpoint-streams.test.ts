import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { expect } from 'chai';
import { sampleNow } from '#/domain/testing/samples.ts';
import { addSeconds } from '#/domain/values/time.ts';
import type { Checkpoints, Work } from '#/ledger/checkpoints/checkpoints.ts';
import { facts, newStream } from '#/ledger/contract/samples.ts';
import type { EventStore } from '#/ledger/event-store.ts';
import { openEventStoreDb } from '#/ledger/stores/eventstoredb.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import { testEventStoreDb, type TestEventStoreDb } from '#/scripts/testing/eventstoredb.ts';
import { Reader } from './reader.ts';

const QUEUE = 'commands:account-seller-1';

/** The next call of this method, or the one after `passed` calls, gets no answer. Returns what sends it to the server, late. */
const delayNext = (
  method: 'appendToStream' | 'setStreamMetadata',
  passed = 0,
): (() => Promise<unknown>) => {
  const { prototype } = EventStoreDBClient;
  const original = prototype[method];
  let left = passed;
  let send = async (): Promise<unknown> => expect.fail('nothing was sent');
  const delayed = async function delayed(this: EventStoreDBClient, ...given: unknown[]) {
    if (left > 0) {
      left -= 1;
      return Reflect.apply(original, this, given);
    }
    Object.assign(prototype, { [method]: original });
    send = () => Reflect.apply(original, this, given);
    throw new Error('no answer in time');
  };
  Object.assign(prototype, { [method]: delayed });
  return () => send();
};

/** Counts the reads of whole streams, and the events that they read, during a task. */
const countReads = async (task: () => Promise<unknown>) => {
  const { prototype } = Reader;
  const original = prototype.readShown;
  const count = { reads: 0, events: 0 };
  prototype.readShown = async function counted(...given) {
    const read = await original.apply(this, given);
    count.reads += 1;
    count.events += read.length;
    return read;
  };
  try {
    await task();
    return count;
  } finally {
    prototype.readShown = original;
  }
};

describe('Parked and waiting work in EventStoreDB', () => {
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

  const parkedFor = (failure: string) => ({
    ...(works[0] ?? expect.fail('nothing was appended')),
    failure,
    since: sampleNow,
    holds: QUEUE,
  });

  it('stays parked when it failed again before a word that it is done arrives late', async () => {
    await here.park(parkedFor('once'));
    const sendLate = delayNext('appendToStream');
    await here.unpark(parkedFor('once')).catch(() => undefined);
    await here.unpark(parkedFor('once'));
    await there.park(parkedFor('anew'));
    await sendLate().catch(() => undefined);
    expect(await there.listParked()).to.deep.equal([parkedFor('anew')]);
  });

  it('is not parked again by a write that arrives after it is done', async () => {
    const sendLate = delayNext('appendToStream');
    await here.park(parkedFor('once')).catch(() => undefined);
    await here.park(parkedFor('once'));
    await there.unpark(parkedFor('once'));
    await sendLate().catch(() => undefined);
    expect(await there.listParked()).to.deep.equal([]);
  });

  /** Work of many other queues fails and is done. */
  const parkOthers = async (checkpoints: Checkpoints): Promise<void> => {
    for (let nth = 0; nth < 30; nth += 1) {
      const other = { ...parkedFor('once'), holds: `policies:payment-${nth}` };
      await checkpoints.park(other);
      await checkpoints.unpark(other);
    }
  };

  it('lets few events be read although it has been parked since before all that is done', async () => {
    const first = parkedFor('once');
    await here.park(first);
    await here.park({ ...first, failure: 'anew', since: addSeconds(sampleNow, 60) });
    await parkOthers(here);
    const { events } = await countReads(() => there.listParked());
    expect(events).to.be.at.most(20);
    expect(await there.listParked()).to.deep.equal([{ ...first, failure: 'anew' }]);
  });

  it('stays parked, and no done work is parked again, when another process hides a shorter part of the record late', async () => {
    await here.park(parkedFor('once'));
    const hideLate = delayNext('setStreamMetadata');
    await parkOthers(here).catch(() => undefined);
    await parkOthers(there);
    await hideLate();
    expect((await there.listParked()).map(({ holds }) => holds)).to.include(QUEUE);
    await there.unpark(parkedFor('once'));
    await hideLate();
    expect((await there.listParked()).map(({ holds }) => holds)).to.not.include(QUEUE);
  });

  const queued = () => there.listQueued(QUEUE, Infinity);

  it('lets few reads find its queues at a start, however many others are done', async () => {
    for (let nth = 0; nth < 150; nth += 1) {
      await here.enqueue(`policies:payment-${nth}`, works);
      await here.dequeue(`policies:payment-${nth}`, works);
    }
    await here.enqueue(QUEUE, works);
    let queues: readonly string[] = [];
    const { reads } = await countReads(async () => {
      queues = await there.listQueues();
    });
    expect(queues).to.deep.equal([QUEUE]);
    expect(reads).to.be.at.most(4);
  });

  it('loses no name of its queue to another process that says late that the queue is done', async () => {
    await here.enqueue('policies:payment-1', works);
    await here.enqueue(QUEUE, works);
    // The first append says which work is done; the second one, that the queue has none.
    const endLate = delayNext('appendToStream', 1);
    await here.dequeue(QUEUE, works).catch(() => undefined);
    await there.enqueue(QUEUE, works);
    await endLate();
    expect(await there.listQueues()).to.have.members(['policies:payment-1', QUEUE]);
  });

  it('forgets the names of done queues that an earlier release, or a crash, left', async () => {
    const client = EventStoreDBClient.connectionString(server.url);
    const names = Array.from({ length: 40 }, (_, nth) => `policies:payment-${nth}`);
    await here.enqueue(QUEUE, works);
    await client.appendToStream(
      'policies-queues',
      names.map((queue) => jsonEvent({ type: 'QueueNamed', data: { queue } })),
    );
    await client.dispose();
    await here.enqueue('policies:payment-7', works);
    const living = [QUEUE, 'policies:payment-7'];
    expect(await there.listQueues()).to.have.members(living);
    expect((await countReads(() => there.listQueues())).reads).to.be.at.most(5);
    expect(await there.listQueues()).to.have.members(living);
  });

  it('is found in queues that an earlier release named', async () => {
    const client = EventStoreDBClient.connectionString(server.url);
    const named = jsonEvent({ type: 'QueueNamed', data: { queue: QUEUE } });
    const waiting = works.map((data) => jsonEvent({ type: 'WorkQueued', data: { ...data } }));
    await client.appendToStream('policies-queues', named);
    await client.appendToStream(`policies-queue.${QUEUE}`, waiting);
    await client.dispose();
    expect(await here.listQueues()).to.deep.equal([QUEUE]);
    await here.dequeue(QUEUE, works);
    expect(await here.listQueues()).to.deep.equal([]);
    await here.enqueue(QUEUE, works);
    expect(await here.listQueues()).to.deep.equal([QUEUE]);
  });

  it('is parked by many at the same time, and none is lost', async () => {
    const all = works.flatMap((work) =>
      Array.from({ length: 12 }, (_, nth) => ({
        ...work,
        policy: `book-${nth + 10}`,
        failure: 'once',
        since: sampleNow,
      })),
    );
    await Promise.all(all.map((each) => here.park(each)));
    expect(await there.listParked()).to.have.deep.members(all);
    await Promise.all(all.map((each) => here.unpark(each)));
    expect(await there.listParked()).to.deep.equal([]);
  });

  it('is found by what parked work holds, if its queue began before names were recorded', async () => {
    const [work] = works;
    if (!work) return expect.fail('nothing was appended');
    await here.park({ ...work, failure: 'once', since: sampleNow, holds: QUEUE });
    await here.enqueue(QUEUE, [work]);
    const client = EventStoreDBClient.connectionString(server.url);
    await client.deleteStream('policies-queues');
    expect(await here.listQueues()).to.deep.equal([QUEUE]);
    await client.dispose();
  });

  it('waits once, if its first write arrives after the second one', async () => {
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

  it('waits although the write that added it was not answered', async () => {
    await here.enqueue(QUEUE, works.slice(0, 1));
    const sendLate = delayNext('appendToStream');
    await here.enqueue(QUEUE, works.slice(0, 2)).catch(() => undefined);
    await sendLate();
    await there.enqueue(QUEUE, works);
    expect(await queued()).to.deep.equal(works);
  });

  it('waits no more once it is done, when another process hides a shorter part of the queue late', async () => {
    await here.enqueue(QUEUE, works);
    const hideLate = delayNext('setStreamMetadata');
    await here.dequeue(QUEUE, works.slice(0, 1)).catch(() => undefined);
    await there.dequeue(QUEUE, works);
    await hideLate();
    expect(await queued()).to.deep.equal([]);
    await here.enqueue(QUEUE, works.slice(2));
    expect(await queued()).to.deep.equal(works.slice(2));
  });

  it('still waits if it was added again before another process says late that it is done', async () => {
    await here.enqueue(QUEUE, works);
    const removeLate = delayNext('appendToStream');
    await here.dequeue(QUEUE, works).catch(() => undefined);
    await there.dequeue(QUEUE, works);
    await there.enqueue(QUEUE, works.slice(0, 1));
    await removeLate().catch(() => undefined);
    expect(await queued()).to.deep.equal(works.slice(0, 1));
  });
});
