import { expect } from 'chai';
import { sampleNow } from '#/domain/testing/samples.ts';
import { addSeconds } from '#/domain/values/time.ts';
import type { Checkpoints, Work } from '#/ledger/checkpoints/checkpoints.ts';
import { facts, newStream } from '#/ledger/contract/samples.ts';
import { countReads, delayNext, interruptAppend } from '#/ledger/testing/calls-to-eventstoredb.ts';
import { twoStores, type TwoStores } from '#/ledger/testing/two-stores.ts';

const QUEUE = 'commands:account-seller-1';

describe('Parked and waiting work of a long time in EventStoreDB', () => {
  let opened: TwoStores;
  // The checkpoints as each of two processes uses them.
  let oneProcess: Checkpoints;
  let otherProcess: Checkpoints;
  let works: readonly Work[];

  beforeEach(async () => {
    opened = (await twoStores['EventStoreDB']?.()) ?? expect.fail();
    const [one, other] = opened.stores;
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

  afterEach(() => opened.close());

  const parkedFor = (failure: string) => ({
    ...(works[0] ?? expect.fail('nothing was appended')),
    failure,
    since: sampleNow,
    holds: QUEUE,
  });
  /** Work of many other queues fails and is done. */
  const parkOthers = async (checkpoints: Checkpoints): Promise<void> => {
    for (let nth = 0; nth < 30; nth += 1) {
      const other = { ...parkedFor('once'), holds: `policies:payment-${nth}` };
      await checkpoints.park(other);
      await checkpoints.unpark(other);
    }
  };

  it('is listed from few events although it was parked before much other work that is done', async () => {
    const first = parkedFor('once');
    await oneProcess.park(first);
    await oneProcess.park({ ...first, failure: 'anew', since: addSeconds(sampleNow, 60) });
    await parkOthers(oneProcess);
    const { events } = await countReads(() => otherProcess.listParked());
    expect(events).to.be.at.most(20);
    expect(await otherProcess.listParked()).to.deep.equal([{ ...first, failure: 'anew' }]);
  });

  it('keeps the time at which it was first parked, however much work fails again and again', async () => {
    const all = Array.from({ length: 101 }, (_, nth) => ({
      ...parkedFor('again'),
      holds: `policies:payment-${nth}`,
    }));
    for (const minutes of [0, 1, 2, 3]) {
      const since = addSeconds(sampleNow, minutes * 60);
      await Promise.all(all.map((each) => oneProcess.park({ ...each, since })));
    }
    const parked = await otherProcess.listParked();
    expect(parked).to.have.length(all.length);
    expect(new Set(parked.map(({ since }) => since))).to.deep.equal(new Set([sampleNow]));
  });

  it('stays parked, and no done work is parked again, when another process hides a shorter part of the record late', async () => {
    await oneProcess.park(parkedFor('once'));
    const hideLate = delayNext('setStreamMetadata');
    await parkOthers(oneProcess).catch(() => undefined);
    await parkOthers(otherProcess);
    await hideLate();
    expect((await otherProcess.listParked()).map(({ holds }) => holds)).to.include(QUEUE);
    await otherProcess.unpark(parkedFor('once'));
    await hideLate();
    expect((await otherProcess.listParked()).map(({ holds }) => holds)).to.not.include(QUEUE);
  });

  it('is not parked again when it is done while another process rewrites the records still needed', async () => {
    const [done, stillParked] = [
      parkedFor('once'),
      { ...parkedFor('once'), holds: 'policies:payment-x' },
    ];
    for (const each of [done, stillParked]) await oneProcess.park(each);
    interruptAppend({ type: 'EventParked', about: QUEUE }, () => otherProcess.unpark(done));
    await parkOthers(oneProcess);
    expect(await otherProcess.listParked()).to.deep.equal([stillParked]);
  });

  /** Work of many other queues waits and is done. */
  const finishOthers = async (checkpoints: Checkpoints, count = 30): Promise<void> => {
    for (let nth = 0; nth < count; nth += 1) {
      await checkpoints.enqueue(`policies:payment-${nth}`, works);
      await checkpoints.dequeue(`policies:payment-${nth}`, works);
    }
  };

  it('has its queues listed by few reads at a start, however many other queues are empty', async () => {
    await finishOthers(oneProcess, 150);
    await oneProcess.enqueue(QUEUE, works);
    let queues: readonly string[] = [];
    const { reads } = await countReads(async () => {
      queues = await otherProcess.listQueues();
    });
    expect(queues).to.deep.equal([QUEUE]);
    expect(reads).to.be.at.most(4);
  });

  it('has its queue listed from few events at a start although many queues that are empty by now came later', async () => {
    await oneProcess.enqueue(QUEUE, works);
    await finishOthers(oneProcess);
    expect(await otherProcess.listQueues()).to.deep.equal([QUEUE]);
    expect((await countReads(() => otherProcess.listQueues())).events).to.be.at.most(20);
  });

  it('loses no name of a queue that begins while another process rewrites the names still needed', async () => {
    const late = 'policies:payment-late';
    await oneProcess.enqueue(QUEUE, works);
    interruptAppend({ type: 'QueueNamed', about: QUEUE }, () => otherProcess.enqueue(late, works));
    await finishOthers(oneProcess);
    expect(await otherProcess.listQueues()).to.have.members([QUEUE, late]);
  });

  it('forgets the name of a queue whose first work was never added, because its process died', async () => {
    await oneProcess.enqueue(QUEUE, works);
    await oneProcess.dequeue(QUEUE, works);
    // The first append records the name of the queue; the second, which is delayed, its work.
    const addLate = delayNext('appendToStream', 1);
    await oneProcess.enqueue(QUEUE, works).catch(() => undefined);
    expect(await otherProcess.listQueues()).to.deep.equal([]);
    // It reads the names of the queues and the parked work, but no queue.
    expect((await countReads(() => otherProcess.listQueues())).reads).to.equal(2);
    await addLate().catch(() => undefined);
    expect(await otherProcess.listQueued(QUEUE, 10), 'a late write is refused').to.deep.equal([]);
  });

  for (const [which, wasUsed] of Object.entries({ new: false, 'used before': true }))
    it(`keeps the name of a queue, ${which}, whose first work is being added while another process starts`, async () => {
      if (wasUsed) {
        await oneProcess.enqueue(QUEUE, works);
        await oneProcess.dequeue(QUEUE, works);
      }
      interruptAppend({ type: 'WorkQueued', about: QUEUE }, () => otherProcess.listQueues());
      await oneProcess.enqueue(QUEUE, works);
      expect(await otherProcess.listQueues()).to.deep.equal([QUEUE]);
    });
});
