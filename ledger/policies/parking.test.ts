import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import { sampleNow } from '#/domain/testing/samples.ts';
import { listHeld, type Checkpoints, type Work } from '#/ledger/checkpoints/checkpoints.ts';
import { fact, newStream } from '#/ledger/contract/samples.ts';
import type { EventStore, Recorded } from '#/ledger/event-store.ts';
import { twoStores, type TwoStores } from '#/ledger/testing/two-stores.ts';
import { createParking } from './parking.ts';

const POLICY = 'book-approved-payment';

/** When other work may come while a hold ends: before and after each of its three steps. */
const MOMENTS = [
  'before the queue is read',
  'after the queue is read',
  'before the work is taken off',
  'after the work is taken off',
  'before the queue is read again',
  'after the queue is read again',
] as const;

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
  const around = async <PolicyResult>(step: () => Promise<PolicyResult>): Promise<PolicyResult> => {
    await pass();
    const answer = await step();
    await pass();
    return answer;
  };
  return {
    ...checkpoints,
    unpark: (parked) => around(() => checkpoints.unpark(parked)),
    listQueued: (queue, limit) => around(() => checkpoints.listQueued(queue, limit)),
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

for (const [place, open] of Object.entries(twoStores)) {
  describe(`New work at the end of a hold, with a log in ${place}`, function () {
    this.timeout(30_000);
    let opened: TwoStores;

    before(async () => {
      opened = await open();
    });
    after(() => opened.close());

    const doneIn = async (queue: string) => {
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

    for (const [moment, story] of MOMENTS.entries()) {
      it(`waits in a queue that is held, if this process adds it ${story}`, async () => {
        const queue = `commands:account-own-${moment}`;
        const done = await doneIn(queue);
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
            waiting = parking.wait(queue, [workOf(late)], late);
            await turn();
            if (adding.isBegun) await waiting;
          }),
        );
        await parking.load();
        await parking.release(queue, [done]);
        await waiting;
        expect(parking.isHeld(queue)).to.equal(true);
        await expectHeld(queue, late);
      });

      it(`waits in a queue that is held, if another process adds it ${story}`, async () => {
        const queue = `commands:account-other-${moment}`;
        const done = await doneIn(queue);
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
        await parking.release(queue, [done]);
        await parking.list();
        expect([parking.isHeld(queue), other.isHeld(queue)]).to.deep.equal([true, true]);
        await expectHeld(queue, late);
      });
    }
  });
}
