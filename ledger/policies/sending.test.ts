import { expect } from 'chai';
import { definePolicy } from '#/domain/policies/policy.ts';
import { sampleNow } from '#/domain/testing/samples.ts';
import { cents } from '#/domain/values/money.ts';
import { AppendError } from '#/ledger/event-store.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import { storeWith } from '#/ledger/testing/counting-store.ts';
import { bookedIn, policyWorld } from '#/ledger/testing/policy-world.ts';

/** The seller's part of a sale of R$ 97,00. */
const NET = 9_115;

describe('A command of a policy', () => {
  it('is parked if its append is too large; commands whose append is too large only together are sent one by one', async () => {
    const memory = createMemoryStore([], { now: () => sampleNow });
    const store = storeWith(memory, {
      append: async (stream, events, options) => {
        const booked = events.filter(({ type }) => type === 'ReceivablesBooked');
        const isTooLarge = booked.length > 1 || booked.some(({ data }) => data.includes('"p-2"'));
        if (isTooLarge) throw new AppendError({ kind: 'too-large', maximumBytes: 1 });
        return memory.append(stream, events, options);
      },
    });
    const shop = policyWorld({ store });
    for (const id of ['p-0', 'p-1', 'p-2', 'p-3']) await shop.approve(id);
    await shop.approve('q-1', 'seller-2');
    const runner = shop.start();
    await shop.settled(runner);
    await runner.stop();
    expect(await bookedIn(store)).to.deep.equal(['p-0', 'p-1']);
    expect(await shop.pending('seller-2')).to.equal(NET);
    const [parked, ...others] = await shop.checkpoints.listParked();
    const holds = 'commands:account-seller-1';
    expect(parked).to.include({ policy: 'book-approved-payment', stream: 'payment-p-2', holds });
    expect(others).to.deep.equal([]);
  });

  it('is not held by a later event of its stream, also when the log is unavailable while it is sent', async () => {
    const memory = createMemoryStore([], { now: () => sampleNow });
    let failsOnce = true;
    const store = storeWith(memory, {
      append: async (stream, events, options) => {
        const isBooking = events.some(({ type }) => type === 'ReceivablesBooked');
        if (isBooking && failsOnce) {
          failsOnce = false;
          throw new AppendError({ kind: 'unavailable', retryAfterSeconds: 1 });
        }
        return memory.append(stream, events, options);
      },
    });
    const fragile = definePolicy('fragile', {
      PaymentRefundRequested: () => {
        throw new Error('cannot take this one');
      },
    });
    const shop = policyWorld({ store, extra: [fragile] });
    await shop.approve('p-1');
    const request = { refundId: 'r-1', amount: cents(500), note: 'desistiu', now: sampleNow };
    await shop.send('p-1', { type: 'RequestRefund', ...request });
    const runner = shop.start();
    await shop.settled(runner);
    await runner.stop();
    expect(failsOnce).to.equal(false);
    expect((await bookedIn(store)).slice(0, 1)).to.deep.equal(['p-1']);
    const [parked] = await shop.checkpoints.listParked();
    expect(parked).to.include({ policy: 'fragile', holds: 'policies:payment-p-1' });
  });
});
