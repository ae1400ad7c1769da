import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { expect } from 'chai';
import { sampleNow } from '#/domain/testing/samples.ts';
import type { Checkpoints, Work } from '#/ledger/checkpoints/checkpoints.ts';
import { facts, newStream } from '#/ledger/contract/samples.ts';
import type { EventStore } from '#/ledger/event-store.ts';
import { countReads, delayNext } from '#/ledger/testing/calls-to-eventstoredb.ts';
import { openEventStoreDb } from '#/ledger/stores/eventstoredb.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import { testEventStoreDb, type TestEventStoreDb } from '#/scripts/testing/eventstoredb.ts';

const QUEUE = 'commands:account-seller-1';

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

  it('stays parked when it failed again before a late write that it is done arrives', async () => {
    await here.park(parkedFor('once'));
    const sendLate = delayNext('appendToStream');
    await here.unpark(parkedFor('once')).catch(() => undefined);
    await here.unpark(parkedFor('once'));
    await there.park(parkedFor('anew'));
    await sendLate().catch(() => undefined);
    expect(await there.listParked()).to.deep.equal([parkedFor('anew')]);
  });

  it('stays parked when it failed again for the same reason before a late write that it is done arrives', async () => {
    await here.park(parkedFor('once'));
    const sendLate = delayNext('appendToStream');
    await here.unpark(parkedFor('once')).catch(() => undefined);
    await there.park(parkedFor('once'));
    await sendLate().catch(() => undefined);
    expect(await there.listParked()).to.deep.equal([parkedFor('once')]);
  });

  it('is not parked again by a write that arrives after it is done', async () => {
    const sendLate = delayNext('appendToStream');
    await here.park(parkedFor('once')).catch(() => undefined);
    await here.park(parkedFor('once'));
    await there.unpark(parkedFor('once'));
    await sendLate().catch(() => undefined);
    expect(await there.listParked()).to.deep.equal([]);
  });

  const queued = () => there.listQueued(QUEUE, Infinity);

  it('keeps its queue on record when the write of another process that the queue is empty arrives late', async () => {
    await here.enqueue('policies:payment-1', works);
    await here.enqueue(QUEUE, works);
    // The first append records which work is done; the second, which is delayed, that the queue is empty.
    const recordEmptyLate = delayNext('appendToStream', 1);
    await here.dequeue(QUEUE, works).catch(() => undefined);
    await there.enqueue(QUEUE, works);
    await recordEmptyLate();
    expect(await there.listQueues()).to.have.members(['policies:payment-1', QUEUE]);
  });

  it('forgets empty queues whose names an earlier release, or a crash, left on record', async () => {
    const client = EventStoreDBClient.connectionString(server.url);
    const names = Array.from({ length: 40 }, (_, nth) => `policies:payment-${nth}`);
    await here.enqueue(QUEUE, works);
    await client.appendToStream(
      'policies-queues',
      names.map((queue) => jsonEvent({ type: 'QueueNamed', data: { queue } })),
    );
    await client.dispose();
    await here.enqueue('policies:payment-7', works);
    const queuesInUse = [QUEUE, 'policies:payment-7'];
    expect(await there.listQueues()).to.have.members(queuesInUse);
    expect((await countReads(() => there.listQueues())).reads).to.be.at.most(5);
    expect(await there.listQueues()).to.have.members(queuesInUse);
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

  it('does not wait once it is done, when another process hides a shorter part of the queue late', async () => {
    await here.enqueue(QUEUE, works);
    const hideLate = delayNext('setStreamMetadata');
    await here.dequeue(QUEUE, works.slice(0, 1)).catch(() => undefined);
    await there.dequeue(QUEUE, works);
    await hideLate();
    expect(await queued()).to.deep.equal([]);
    await here.enqueue(QUEUE, works.slice(2));
    expect(await queued()).to.deep.equal(works.slice(2));
  });

  it('still waits if it was added again before the late write of another process that it is done', async () => {
    await here.enqueue(QUEUE, works);
    const removeLate = delayNext('appendToStream');
    await here.dequeue(QUEUE, works).catch(() => undefined);
    await there.dequeue(QUEUE, works);
    await there.enqueue(QUEUE, works.slice(0, 1));
    await removeLate().catch(() => undefined);
    expect(await queued()).to.deep.equal(works.slice(0, 1));
  });
});
