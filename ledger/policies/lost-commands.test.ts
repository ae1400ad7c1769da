import { expect } from 'chai';
import { sampleNow, samplePayment } from '#/domain/testing/samples.ts';
import { actingReaders, type Checkpoints } from '#/ledger/checkpoints/checkpoints.ts';
import { losingLogs } from '#/ledger/testing/losing-logs.ts';
import { bookedIn, policyWorld } from '#/ledger/testing/policy-world.ts';
import { eventually } from '#/scripts/testing/eventually.ts';

const QUICK_MS = 10;

/** The checkpoints with some of their methods replaced. */
const changed = (checkpoints: Checkpoints, changes: Partial<Checkpoints>): Checkpoints =>
  new Proxy(checkpoints, {
    get: (target, name: keyof Checkpoints) => changes[name] ?? target[name].bind(target),
  });

for (const [place, open] of Object.entries(losingLogs)) {
  describe(`A booking that the log in ${place} loses, while it keeps the sale`, function () {
    this.timeout(30_000);

    const openShop = async () => {
      const log = await open();
      const { store } = log;
      for (const reader of actingReaders) await store.checkpoints.save(reader, '');
      const shop = policyWorld({ store });
      await shop.approve('p-1');
      const sale = await store.readStream('payment-p-1');
      const loseBooking = async (): Promise<void> => {
        const later = await store.readStream('payment-p-2');
        await log.keepOnly(sale.length + later.length);
      };
      const untilBooked = (): Promise<unknown> =>
        eventually(
          async () => (await bookedIn(store).catch(() => [])).length > 0 || undefined,
          'the sale is booked again',
        );
      return { ...log, shop, sale, loseBooking, untilBooked };
    };

    it('is made again when the log fails over before the checkpoint is saved', async () => {
      const { store, shop, loseBooking, untilBooked, close } = await openShop();
      const { checkpoints } = store;
      let isLost = false;
      const slow = changed(checkpoints, {
        save: async (name, ...rest) => {
          if (name === 'policies' && !isLost && (await bookedIn(store)).length > 0) {
            isLost = true;
            await loseBooking();
          }
          await checkpoints.save(name, ...rest);
        },
      });
      const runner = shop.start(slow, QUICK_MS);
      await eventually(() => isLost || undefined, 'the booking is lost');
      await untilBooked();
      await runner.stop();
      await close();
    });

    it('is made again when the log fails over after a retry has made it, and before it is unparked', async () => {
      const { store, shop, sale, loseBooking, untilBooked, close } = await openShop();
      const { checkpoints } = store;
      const approved = sale.at(-1);
      if (!approved) return expect.fail();
      const { position, stream, revision } = approved;
      for (const reader of actingReaders) await checkpoints.save(reader, position);
      const work = {
        policy: 'book-approved-payment',
        position,
        stream,
        revision,
      };
      const holds = 'commands:account-seller-1';
      await checkpoints.park({
        ...work,
        failure: 'a mistake',
        since: sampleNow,
        holds,
      });
      // The log keeps this event, and so the record of the parked work, which EventStoreDB has before it.
      await shop.send('p-2', {
        type: 'RequestPayment',
        payment: samplePayment(),
      });
      let isLost = false;
      const slow = changed(checkpoints, {
        unpark: async (...args) => {
          if (!isLost) {
            isLost = true;
            await loseBooking();
          }
          await checkpoints.unpark(...args);
        },
      });
      const runner = shop.start(slow, QUICK_MS);
      await eventually(() => isLost || undefined, 'the booking is lost');
      await untilBooked();
      await runner.stop();
      await close();
    });
  });
}
