import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import { sampleNow } from '#/domain/testing/samples.ts';
import { listHeld, type Checkpoints, type Work } from '#/ledger/checkpoints/checkpoints.ts';
import { fact, newStream } from '#/ledger/contract/samples.ts';
import type { EventStore, Recorded } from '#/ledger/event-store.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import { twoStores, type TwoStores } from '#/ledger/testing/two-stores.ts';
import { createParking } from './parking.ts';

const POLICY = 'book-approved-payment';

/** When other work may come while a hold ends: before and after each of its steps. */
const MOMENTS = [
  'before the queue is read',
  'after the queue is read',
  'before the work is taken off',
  'after the work is taken off',
  'before the queue is read again',
  'after the queue is read again',
  'before the holds are read',
  'after the holds are read',
] as const;

/** Checkpoints that run `meanwhile` once, at the moment of this index in `MOMENTS`. */
const interrupted = (
  checkpoints: Checkpoints,
  moment: number,
  meanwhile: () => Promise<void>,
): Checkpoints => {
  let passed = 0;
  const pass = async (): Promise<void> => {
    if (passed === moment) await meanwhile();
    passed += 1;
  };
  const around = async <Result>(step: () => Promise<Result>): Promise<Result> => {
    await pass();
    const answer = await step();
    await pass();
    return answer;
  };
  return {
    ...checkpoints,
    unpark: (parked) => around(() => checkpoints.unpark(parked)),
    listQueued: (queue, limit) => around(() => checkpoints.listQueued(queue, limit)),
    // The holds are read at the start, too.
    listParked: () =>
      passed === 0 ? checkpoints.listParked() : around(() => checkpoints.listParked()),
  };
};

const parkingOn = (store: EventStore, checkpoints = store.checkpoints) =>
  createParking({
    store,
    checkpoints,
    ports: { now: () => sampleNow },
    onFailure: () => undefined,
  });

const workOf = ({ position, stream, revision }: Recorded): Work => ({
  policy: POLICY,
  position,
  stream,
  revision,
});

const happen = async (store: EventStore): Promise<Recorded> => {
  const stream = newStream();
  await store.append(stream, [fact()], { expected: 'no_stream' });
  const [event] = await store.readStream(stream);
  return event ?? expect.fail('nothing was appended');
};

describe('Failed work', () => {
  it('is parked with the beginning of its failure, because the whole text may be too long for the log', async () => {
    const store = createMemoryStore();
    const work = workOf(await happen(store));
    await parkingOn(store).park(work, { error: new Error('x'.repeat(1_100_000)) });
    const [parked] = await store.checkpoints.listParked();
    expect(parked?.failure).to.equal(`Error: ${'x'.repeat(1_993)}`);
  });
});

for (const [place, open] of Object.entries(twoStores)) {
  describe(`New work at the end of a hold, with a log in ${place}`, function () {
    this.timeout(30_000);
    let opened: TwoStores;

    before(async () => {
      opened = await open();
    });
    after(() => opened.close());

    const parkIn = async (queue: string) => {
      const [{ checkpoints }] = opened.stores;
      const event = await happen(opened.stores[0]);
      const parked = { ...workOf(event), failure: 'once', since: sampleNow, holds: queue };
      await checkpoints.park(parked, event);
      return parked;
    };

    /** Without a hold, no retry would find the queue, and later work would overtake it. */
    const expectHeld = async (queue: string, late: Recorded): Promise<void> => {
      const [{ checkpoints }] = opened.stores;
      expect(await checkpoints.listQueued(queue, 10)).to.deep.equal([workOf(late)]);
      expect(listHeld(await checkpoints.listParked())).to.include(queue);
    };

    it('is not overtaken here when another process has parked the work that would be next', async () => {
      const queue = 'commands:account-parked-there';
      const [one, other] = opened.stores;
      const done = await parkIn(queue);
      const [next, late] = [await happen(one), await happen(one)];
      await one.checkpoints.enqueue(queue, [workOf(next)], next);
      const [oneProcess, otherProcess] = [parkingOn(one), parkingOn(other)];
      for (const process of [oneProcess, otherProcess]) await process.load();
      // Both processes have done the parked work. In the other one, the next work fails, and holds the queue from now on.
      await otherProcess.park(workOf(next), { error: new Error('no'), queue });
      await other.checkpoints.dequeue(queue, [workOf(next)]);
      expect(await oneProcess.release(queue, [done], 0)).to.equal(true);
      expect(oneProcess.isHeld(queue)).to.equal(true);
      await oneProcess.wait(queue, [workOf(late)], late);
      await expectHeld(queue, late);
    });

    it('is retried also where the end of the hold was not answered', async () => {
      const queue = 'commands:account-unanswered';
      const [{ checkpoints }, other] = opened.stores;
      const done = await parkIn(queue);
      const late = await happen(other);
      const otherProcess = parkingOn(other);
      const unpark: Checkpoints['unpark'] = async (parked) => {
        // The queue is still held, so the other process need not hold it.
        await otherProcess.wait(queue, [workOf(late)], late);
        await checkpoints.unpark(parked);
        throw new Error('no answer in time');
      };
      const oneProcess = parkingOn(opened.stores[0], { ...checkpoints, unpark });
      for (const process of [oneProcess, otherProcess]) await process.load();
      const failure = await oneProcess.release(queue, [done], 0).catch((error: unknown) => error);
      expect(failure).to.be.instanceOf(Error);
      expect(listHeld(await oneProcess.list())).to.include(queue);
      await expectHeld(queue, late);
    });

    it('is retried also after a process that had lost its lease ended the hold late, and died', async () => {
      const queue = 'commands:account-ended-late';
      const [one, other] = opened.stores;
      const done = await parkIn(queue);
      const late = await happen(other);
      const otherProcess = parkingOn(other);
      await otherProcess.load();
      await otherProcess.wait(queue, [workOf(late)], late);
      // A frozen process, which had done the parked work, ends the hold, and does not read the queue again.
      await one.checkpoints.unpark(done);
      expect(listHeld(await otherProcess.list())).to.include(queue);
      await expectHeld(queue, late);
    });

    it('is done after earlier work of its queue, also where nothing held the queue', async () => {
      const queue = 'commands:account-not-held';
      const [, other] = opened.stores;
      const done = await parkIn(queue);
      const [next, late] = [await happen(other), await happen(other)];
      const oneProcess = parkingOn(opened.stores[0]);
      await oneProcess.load();
      // Another process has ended the hold, and a third one has died before it held the queue again.
      await other.checkpoints.unpark(done);
      await other.checkpoints.enqueue(queue, [workOf(next)], next);
      await oneProcess.wait(queue, [workOf(late)], late);
      const [parked, ...others] = (await oneProcess.list()).filter(({ holds }) => holds === queue);
      expect([parked?.stream, others]).to.deep.equal([next.stream, []]);
    });

    it('stays parked and held when this process parks it while a hold ends', async () => {
      const queue = 'commands:account-parked-here';
      const [store] = opened.stores;
      const { checkpoints } = store;
      const done = await parkIn(queue);
      const late = await happen(store);
      const writing = { isBegun: false };
      const park: Checkpoints['park'] = (...written) => {
        writing.isBegun = true;
        return checkpoints.park(...written);
      };
      let parked: Promise<void> | undefined;
      const moment = MOMENTS.indexOf('after the holds are read');
      const parking = parkingOn(
        store,
        interrupted({ ...checkpoints, park }, moment, async () => {
          // Where the parking waits for the end of the hold, the end of the hold must not wait for the parking.
          parked = parking.park(workOf(late), { error: new Error('no'), queue });
          await nextTurn();
          if (writing.isBegun) await parked;
        }),
      );
      await parking.load();
      await parking.release(queue, [done], 0);
      await parked;
      expect(parking.isHeld(queue)).to.equal(true);
      expect(listHeld(await checkpoints.listParked())).to.include(queue);
    });

    for (const [moment, momentText] of MOMENTS.entries()) {
      it(`waits in a queue that is held, if this process adds it ${momentText}`, async () => {
        const queue = `commands:account-own-${moment}`;
        const done = await parkIn(queue);
        const late = await happen(opened.stores[0]);
        let waiting: Promise<void> | undefined;
        const { checkpoints } = opened.stores[0];
        const adding = { isBegun: false };
        const enqueue: Checkpoints['enqueue'] = (...added) => {
          adding.isBegun = true;
          return checkpoints.enqueue(...added);
        };
        const parking = parkingOn(
          opened.stores[0],
          interrupted({ ...checkpoints, enqueue }, moment, async () => {
            // Where `wait` waits for the end of the hold, the end of the hold must not wait for `wait`.
            waiting = parking.wait(queue, [workOf(late)], late);
            await nextTurn();
            if (adding.isBegun) await waiting;
          }),
        );
        await parking.load();
        await parking.release(queue, [done], 0);
        await waiting;
        expect(parking.isHeld(queue)).to.equal(true);
        await expectHeld(queue, late);
      });

      it(`waits in a queue that is held, if another process adds it ${momentText}`, async () => {
        const queue = `commands:account-other-${moment}`;
        const done = await parkIn(queue);
        const late = await happen(opened.stores[1]);
        const other = parkingOn(opened.stores[1]);
        await other.load();
        const parking = parkingOn(
          opened.stores[0],
          interrupted(opened.stores[0].checkpoints, moment, () =>
            other.wait(queue, [workOf(late)], late),
          ),
        );
        await parking.load();
        await parking.release(queue, [done], 0);
        await parking.list();
        expect([parking.isHeld(queue), other.isHeld(queue)]).to.deep.equal([true, true]);
        await expectHeld(queue, late);
      });
    }
  });
}
