import { expect } from 'chai';
import { definePolicy } from '#/domain/policies/policy.ts';
import { sampleNow } from '#/domain/testing/samples.ts';
import { addSeconds } from '#/domain/values/time.ts';
import { actingReaders, type Checkpoints } from '#/ledger/checkpoints/checkpoints.ts';
import type { EventStore } from '#/ledger/event-store.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import { storeWith } from '#/ledger/testing/counting-store.ts';
import { losingLogs } from '#/ledger/testing/losing-logs.ts';
import { bookedIn, policyWorld } from '#/ledger/testing/policy-world.ts';
import { eventually } from '#/scripts/testing/eventually.ts';

/** The seller's part of a sale of R$ 97,00. */
const NET = 9_115;
const BOOKING = 'book-approved-payment';
const QUICK_MS = 10;

/** A mistake in the product: the sale `p-1` cannot be booked while `isPresent`. */
interface Mistake {
  isPresent: boolean;
}

const withMistake = (store: EventStore, mistake: Mistake): EventStore =>
  storeWith(store, {
    append: async (stream, events, options) => {
      const isOfFirst = events.some(
        ({ type, data }) => type === 'ReceivablesBooked' && data.includes('"p-1"'),
      );
      if (mistake.isPresent && isOfFirst) throw new TypeError('a mistake');
      return store.append(stream, events, options);
    },
  });

const untilNothingParked = (checkpoints: Checkpoints) =>
  eventually(
    async () => (await checkpoints.listParked()).length === 0 || undefined,
    'nothing is parked',
  );

const inMemory = async () => {
  const store = createMemoryStore([], { now: () => sampleNow });
  return { store, openAnother: async () => store, close: () => store.close() };
};

for (const [place, open] of Object.entries({ memory: inMemory, ...losingLogs })) {
  describe(`Later work of an aggregate, with a log in ${place}`, function () {
    this.timeout(30_000);

    it('waits for parked work in order, also after a restart, while everything else goes on', async () => {
      const { store, openAnother, close } = await open();
      for (const reader of actingReaders) await store.checkpoints.save(reader, '');
      const mistake = { isPresent: true };
      const shop = policyWorld({ store: withMistake(store, mistake) });
      await shop.approve('p-0');
      await shop.approve('p-1');
      await shop.approve('p-2');
      const first = shop.start(store.checkpoints);
      await shop.settled(first);
      await shop.approve('p-3');
      await shop.approve('q-1', 'seller-2');
      await shop.settled(first);
      await first.stop();
      expect(await bookedIn(store)).to.deep.equal(['p-0']);
      expect(await shop.pending('seller-2')).to.equal(NET);
      const [parked, ...others] = await store.checkpoints.listParked();
      const holds = 'commands:account-seller-1';
      expect(parked).to.include({ policy: BOOKING, stream: 'payment-p-1', holds });
      expect(others).to.deep.equal([]);
      expect(await store.checkpoints.countQueued(holds)).to.equal(2);

      const restarted = await openAnother();
      const later = policyWorld({ store: withMistake(restarted, mistake) });
      await later.approve('p-4');
      const second = later.start(restarted.checkpoints, QUICK_MS);
      await later.settled(second);
      expect(await bookedIn(restarted)).to.deep.equal(['p-0']);
      mistake.isPresent = false;
      await untilNothingParked(restarted.checkpoints);
      await later.approve('p-5');
      await later.settled(second);
      // The hold may end just before or just after `p-5` is seen, which then waits once more.
      await eventually(
        async () => (await restarted.checkpoints.countQueued(holds)) === 0 || undefined,
        'nothing waits',
      );
      await untilNothingParked(restarted.checkpoints);
      await second.stop();
      expect(await bookedIn(restarted)).to.deep.equal(['p-0', 'p-1', 'p-2', 'p-3', 'p-4', 'p-5']);
      if (restarted !== store) await restarted.close();
      await close();
    });

    it('is found at a start when nothing holds its queue, and is done before later work', async () => {
      const { store, close } = await open();
      const { checkpoints } = store;
      const mistake = { isPresent: true };
      const shop = policyWorld({ store: withMistake(store, mistake) });
      await shop.approve('p-1');
      const [approved] = (await store.readStream('payment-p-1')).slice(-1);
      if (!approved) return expect.fail();
      const { position, stream, revision } = approved;
      for (const reader of actingReaders) await checkpoints.save(reader, position);
      const queue = 'commands:account-seller-1';
      await checkpoints.enqueue(queue, [{ policy: BOOKING, position, stream, revision }]);
      await shop.approve('p-2');
      const runner = shop.start(checkpoints, QUICK_MS);
      await shop.settled(runner);
      expect(await bookedIn(store)).to.deep.equal([]);
      mistake.isPresent = false;
      await eventually(
        async () => (await shop.pending()) === 2 * NET || undefined,
        'both are booked',
      );
      await runner.stop();
      expect(await bookedIn(store)).to.deep.equal(['p-1', 'p-2']);
      await close();
    });

    it('is done when the log has lost the event of the parked work, which is reported and not retried', async () => {
      const { store, close } = await open();
      const { checkpoints } = store;
      const shop = policyWorld({ store });
      await shop.approve('p-1');
      const events = await store.readStream('payment-p-1');
      const [requested, approved] = [events[0], events.at(-1)];
      if (!requested || !approved) return expect.fail();
      const { position, stream, revision } = approved;
      for (const reader of actingReaders) await checkpoints.save(reader, position);
      const holds = 'commands:account-seller-1';
      const work = { policy: BOOKING, position: requested.position };
      const lost = [
        { ...work, stream: 'payment-lost', revision: 2 },
        { ...work, policy: 'also-lost', stream, revision: 99 },
      ];
      for (const each of lost)
        await checkpoints.park({ ...each, failure: 'once', since: sampleNow, holds });
      await checkpoints.enqueue(holds, [{ policy: BOOKING, position, stream, revision }]);
      const runner = shop.start(checkpoints, QUICK_MS);
      await untilNothingParked(checkpoints);
      await runner.stop();
      expect(await shop.pending()).to.equal(NET);
      expect(shop.failures).to.include.members([BOOKING, 'also-lost']);
      await close();
    });
  });
}

describe('Parked work', () => {
  it('holds the work of later events of the same stream when a policy threw, so that its commands are unknown', async () => {
    const mistake = { isPresent: true };
    const fragile = definePolicy('fragile', {
      PaymentRequested: ({ aggregateId }) => {
        if (mistake.isPresent && aggregateId === 'p-1') throw new Error('cannot take this one');
        return [];
      },
    });
    const shop = policyWorld({ extra: [fragile] });
    await shop.approve('p-1');
    await shop.approve('p-2');
    const runner = shop.start(shop.checkpoints, QUICK_MS);
    await shop.settled(runner);
    expect(await bookedIn(shop.store)).to.deep.equal(['p-2']);
    mistake.isPresent = false;
    await eventually(
      async () => (await shop.pending()) === 2 * NET || undefined,
      'both are booked',
    );
    await untilNothingParked(shop.checkpoints);
    await runner.stop();
  });

  it('holds nothing when the aggregate refused a command: only later work may change its answer', async () => {
    const asking = definePolicy('ask-too-much', {
      PaymentApproved: ({ aggregateId }, { now }) => {
        const seller = { platformId: 'demo', sellerId: 'seller-1' };
        const unknown = { withdrawalId: 'w-1', provider: 'sandbox' };
        const command = { type: 'PayWithdrawal', ...seller, ...unknown, now } as const;
        return aggregateId === 'p-1' ? [{ to: 'account', id: 'seller-1', command }] : [];
      },
    });
    const shop = policyWorld({ extra: [asking] });
    await shop.approve('p-1');
    await shop.approve('p-2');
    const runner = shop.start();
    await shop.settled(runner);
    await runner.stop();
    expect(await shop.pending()).to.equal(2 * NET);
    const [parked] = await shop.checkpoints.listParked();
    expect(parked).to.include({ policy: 'ask-too-much' });
    expect(parked).not.to.have.property('holds');
  });

  it('states when it first failed, not when its event was recorded or when it was last retried', async () => {
    let now = sampleNow;
    const store = createMemoryStore([], { now: () => now });
    const shop = policyWorld({ store: withMistake(store, { isPresent: true }), clock: () => now });
    await shop.approve('p-1');
    const failed = addSeconds(sampleNow, 60);
    now = failed;
    const runner = shop.start(shop.checkpoints, QUICK_MS);
    await shop.settled(runner);
    now = addSeconds(failed, 60);
    const { length } = shop.failures;
    await eventually(() => shop.failures.length > length + 1 || undefined, 'it was retried');
    await runner.stop();
    const [parked] = await shop.checkpoints.listParked();
    expect(parked?.since).to.equal(failed);
  });

  it('is done by the next process when a process that had lost its lease queued it after the end of the hold', async () => {
    const shop = policyWorld();
    await shop.approve('p-1');
    const [approved] = (await shop.store.readStream('payment-p-1')).slice(-1);
    if (!approved) return expect.fail();
    const { checkpoints } = shop;
    const { position, stream, revision } = approved;
    const holds = 'commands:account-seller-1';
    const work = { policy: BOOKING, position, stream, revision };
    await checkpoints.park({ ...work, failure: 'once', since: sampleNow, holds });
    for (const reader of actingReaders) await checkpoints.save(reader, position);
    let hasEnded = false;
    const slow: Checkpoints = {
      ...checkpoints,
      enqueue: async (...queued) => {
        await checkpoints.unpark({ ...work, holds });
        hasEnded = true;
        return checkpoints.enqueue(...queued);
      },
      listQueued: async (...args) => {
        if (!hasEnded) throw new Error('the process that ends the hold reads the queue');
        return checkpoints.listQueued(...args);
      },
    };
    const stale = shop.start(slow);
    await eventually(() => shop.failures.includes('parked') || undefined, 'it has retried once');
    await shop.approve('p-2');
    await shop.settled(stale);
    await stale.stop();
    expect(await bookedIn(shop.store)).to.deep.equal(['p-1']);
    const next = shop.start(checkpoints, QUICK_MS);
    await eventually(async () => (await shop.pending()) === 2 * NET || undefined, 'it is booked');
    await next.stop();
  });

  it('has a long queue done in its order, a page at a time', async () => {
    const mistake = { isPresent: true };
    const shop = policyWorld({
      store: withMistake(createMemoryStore([], { now: () => sampleNow }), mistake),
    });
    const ids = Array.from({ length: 450 }, (_, nth) => `p-${nth + 1}`);
    for (const id of ids) await shop.approve(id);
    const pages: number[] = [];
    const { checkpoints } = shop;
    const runner = shop.start(
      {
        ...checkpoints,
        listQueued: async (queue, limit) => {
          const page = await checkpoints.listQueued(queue, limit);
          pages.push(page.length);
          return page;
        },
      },
      QUICK_MS,
    );
    await shop.settled(runner);
    mistake.isPresent = false;
    await eventually(
      async () => (await checkpoints.listParked()).length === 0 || undefined,
      'all of it is done',
    );
    await runner.stop();
    expect(await bookedIn(shop.store)).to.deep.equal(ids);
    expect(pages.every((length) => length <= 200)).to.equal(true);
  });

  it('makes no call about queues to the store while nothing is parked', async () => {
    const shop = policyWorld();
    const calls: string[] = [];
    const { checkpoints } = shop;
    await shop.approve('p-1');
    const runner = shop.start({
      ...checkpoints,
      listParked: () => {
        calls.push('list');
        return checkpoints.listParked();
      },
      enqueue: async () => expect.fail('nothing waits'),
      listQueued: async () => expect.fail('nothing waits'),
    });
    await shop.settled(runner);
    await shop.approve('p-2');
    await shop.settled(runner);
    await runner.stop();
    // Policies and reactions share one call of `listParked`; the retries make another.
    expect(calls).to.deep.equal(['list', 'list']);
  });
});
