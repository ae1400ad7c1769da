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
  // The checkpoints as each of two processes uses them.
  let oneProcess: Checkpoints;
  let otherProcess: Checkpoints;
  let works: readonly Work[];

  beforeEach(async () => {
    server = await testEventStoreDb(createMemoryStore());
    const open = () => openEventStoreDb({ connectionString: server.url });
    const [one, other] = [await open(), await open()];
    stores = [one, other];
    [oneProcess, otherProcess] = [one.checkpoints, other.checkpoints];
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
    await oneProcess.park(parkedFor('once'));
    const sendLate = delayNext('appendToStream');
    await oneProcess.unpark(parkedFor('once')).catch(() => undefined);
    await oneProcess.unpark(parkedFor('once'));
    await otherProcess.park(parkedFor('anew'));
    await sendLate().catch(() => undefined);
    expect(await otherProcess.listParked()).to.deep.equal([parkedFor('anew')]);
  });

  it('stays parked when it failed again for the same reason before a late write that it is done arrives', async () => {
    await oneProcess.park(parkedFor('once'));
    const sendLate = delayNext('appendToStream');
    await oneProcess.unpark(parkedFor('once')).catch(() => undefined);
    await otherProcess.park(parkedFor('once'));
    await sendLate().catch(() => undefined);
    expect(await otherProcess.listParked()).to.deep.equal([parkedFor('once')]);
  });

  it('is not parked again by a write that arrives after it is done', async () => {
    const sendLate = delayNext('appendToStream');
    await oneProcess.park(parkedFor('once')).catch(() => undefined);
    await oneProcess.park(parkedFor('once'));
    await otherProcess.unpark(parkedFor('once'));
    await sendLate().catch(() => undefined);
    expect(await otherProcess.listParked()).to.deep.equal([]);
  });

  const queued = () => otherProcess.listQueued(QUEUE, Infinity);

  it('keeps its queue on record when the write of another process that the queue is empty arrives late', async () => {
    await oneProcess.enqueue('policies:payment-1', works);
    await oneProcess.enqueue(QUEUE, works);
    // `dequeue` appends twice: which work is done, then that the queue is empty. The second append is delayed.
    const recordEmptyLate = delayNext('appendToStream', 1);
    await oneProcess.dequeue(QUEUE, works).catch(() => undefined);
    await otherProcess.enqueue(QUEUE, works);
    await recordEmptyLate();
    expect(await otherProcess.listQueues()).to.have.members(['policies:payment-1', QUEUE]);
  });

  it('forgets empty queues whose names an earlier release, or a crash, left on record', async () => {
    const client = EventStoreDBClient.connectionString(server.url);
    const names = Array.from({ length: 40 }, (_, nth) => `policies:payment-${nth}`);
    await oneProcess.enqueue(QUEUE, works);
    await client.appendToStream(
      'policies-queues',
      names.map((queue) => jsonEvent({ type: 'QueueNamed', data: { queue } })),
    );
    await client.dispose();
    await oneProcess.enqueue('policies:payment-7', works);
    const queuesInUse = [QUEUE, 'policies:payment-7'];
    expect(await otherProcess.listQueues()).to.have.members(queuesInUse);
    expect((await countReads(() => otherProcess.listQueues())).reads).to.be.at.most(5);
    expect(await otherProcess.listQueues()).to.have.members(queuesInUse);
  });

  it('is found in queues that an earlier release named', async () => {
    const client = EventStoreDBClient.connectionString(server.url);
    const named = jsonEvent({ type: 'QueueNamed', data: { queue: QUEUE } });
    const waiting = works.map((data) => jsonEvent({ type: 'WorkQueued', data: { ...data } }));
    await client.appendToStream('policies-queues', named);
    await client.appendToStream(`policies-queue.${QUEUE}`, waiting);
    await client.dispose();
    expect(await oneProcess.listQueues()).to.deep.equal([QUEUE]);
    await oneProcess.dequeue(QUEUE, works);
    expect(await oneProcess.listQueues()).to.deep.equal([]);
    await oneProcess.enqueue(QUEUE, works);
    expect(await oneProcess.listQueues()).to.deep.equal([QUEUE]);
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
    await Promise.all(all.map((each) => oneProcess.park(each)));
    expect(await otherProcess.listParked()).to.have.deep.members(all);
    await Promise.all(all.map((each) => oneProcess.unpark(each)));
    expect(await otherProcess.listParked()).to.deep.equal([]);
  });

  it('is found where parked work holds its queue, if the name of the queue is not on record', async () => {
    const [work] = works;
    if (!work) return expect.fail('nothing was appended');
    await oneProcess.park({ ...work, failure: 'once', since: sampleNow, holds: QUEUE });
    await oneProcess.enqueue(QUEUE, [work]);
    const client = EventStoreDBClient.connectionString(server.url);
    await client.deleteStream('policies-queues');
    expect(await oneProcess.listQueues()).to.deep.equal([QUEUE]);
    await client.dispose();
  });

  it('waits once, if its first write arrives after the second one', async () => {
    await oneProcess.enqueue(QUEUE, works.slice(0, 1));
    const sendLate = delayNext('appendToStream');
    const unanswered = await oneProcess.enqueue(QUEUE, works).catch((error: unknown) => error);
    expect(unanswered).to.be.instanceOf(Error);
    await oneProcess.enqueue(QUEUE, works);
    await sendLate().catch(() => undefined);
    expect(await queued()).to.deep.equal(works);
    await oneProcess.dequeue(QUEUE, works);
    await sendLate().catch(() => undefined);
    expect(await queued(), 'not even after it is done').to.deep.equal([]);
  });

  it('waits although the write that added it was not answered', async () => {
    await oneProcess.enqueue(QUEUE, works.slice(0, 1));
    const sendLate = delayNext('appendToStream');
    await oneProcess.enqueue(QUEUE, works.slice(0, 2)).catch(() => undefined);
    await sendLate();
    await otherProcess.enqueue(QUEUE, works);
    expect(await queued()).to.deep.equal(works);
  });

  it('does not wait once it is done, when another process hides a shorter part of the queue late', async () => {
    await oneProcess.enqueue(QUEUE, works);
    const hideLate = delayNext('setStreamMetadata');
    await oneProcess.dequeue(QUEUE, works.slice(0, 1)).catch(() => undefined);
    await otherProcess.dequeue(QUEUE, works);
    await hideLate();
    expect(await queued()).to.deep.equal([]);
    await oneProcess.enqueue(QUEUE, works.slice(2));
    expect(await queued()).to.deep.equal(works.slice(2));
  });

  it('still waits if it was added again before the late write of another process that it is done', async () => {
    await oneProcess.enqueue(QUEUE, works);
    const removeLate = delayNext('appendToStream');
    await oneProcess.dequeue(QUEUE, works).catch(() => undefined);
    await otherProcess.dequeue(QUEUE, works);
    await otherProcess.enqueue(QUEUE, works.slice(0, 1));
    await removeLate().catch(() => undefined);
    expect(await queued()).to.deep.equal(works.slice(0, 1));
  });
});
