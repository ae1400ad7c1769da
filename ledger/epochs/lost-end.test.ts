import { expect } from 'chai';
import { account } from '#/domain/account/decider.ts';
import { payment } from '#/domain/payment/decider.ts';
import { offer } from '#/domain/offer/offer.ts';
import { sampleNow as now, sampleOffer, samplePayment } from '#/domain/testing/samples.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { definePolicy } from '#/domain/policies/policy.ts';
import type { Checkpoints } from '#/ledger/checkpoints/checkpoints.ts';
import { LogRewound } from '#/ledger/event-store.ts';
import { readLog } from '#/ledger/contract/samples.ts';
import { createCommandHandler } from '#/ledger/handle-command.ts';
import { createRecordCache } from '#/ledger/states/record-cache.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import { storeWith } from '#/ledger/testing/counting-store.ts';
import { losingLogs, type LosingLog } from '#/ledger/testing/losing-logs.ts';
import { policyWorld } from '#/ledger/testing/policy-world.ts';

const contextOf = (commandId: string) => ({
  commandId,
  platform: 'demo',
  actor: 'system',
  correlation: 'p-1',
});

for (const [place, open] of Object.entries(losingLogs)) {
  describe(`A process that survives when a log in ${place} loses its end`, function () {
    this.timeout(30_000);
    let losing: LosingLog;

    beforeEach(async () => {
      losing = await open();
    });
    afterEach(() => losing.close());

    it('answers no command from events that are not in the log, and records it again without a restart', async () => {
      const { store, keepOnly } = losing;
      const handler = createCommandHandler({ store });
      const request = { type: 'RequestPayment', payment: samplePayment() } as const;
      const ask = (id: string) =>
        handler.handle(payment, `payment-${id}`, request, contextOf(`c-${id}`));
      await ask('p-1');
      await ask('p-2');
      await keepOnly(1);
      expect((await handler.load(payment, 'payment-p-2')).state.status).to.equal('NONE');
      expect((await ask('p-2')).events).to.have.length(1);
      const repeated = await ask('p-1').catch((error: unknown) => error);
      expect(repeated, 'this one is in the log').to.have.property(
        'code',
        'payment/already-requested',
      );
      expect((await readLog(store)).map(({ stream }) => stream)).to.deep.equal([
        'payment-p-1',
        'payment-p-2',
      ]);
    });

    it('forgets the lost events of a stream, also if the log still has the stream’s beginning', async () => {
      const { store, keepOnly } = losing;
      const handler = createCommandHandler({ store });
      const records = createRecordCache({ store, handler });
      const create = { type: 'Create', details: sampleOffer, now } as const;
      const renamed = { ...sampleOffer, title: 'Another' };
      const revise = { type: 'Revise', details: renamed, now } as const;
      await handler.handle(offer, 'offer-1', create, contextOf('c-1'));
      await handler.handle(offer, 'offer-1', revise, contextOf('c-2'));
      expect((await records.load(offer, 'offer-1')).revision).to.equal(1);
      await keepOnly(1);
      const { revision } = await eventually(async () => {
        const loaded = await records.load(offer, 'offer-1').catch(() => undefined);
        return loaded?.revision === 0 ? loaded : undefined;
      }, 'the cached record is what the log has');
      expect(revision).to.equal(0);
      expect(
        (await handler.handle(offer, 'offer-1', revise, contextOf('c-2'))).events,
      ).to.have.length(1);
      await records.stop();
    });

    it('notices the loss if another process had written the lost events, and it had only read them', async () => {
      const { store, openAnother, keepOnly } = losing;
      const other = await openAnother();
      const write = (id: string) =>
        createCommandHandler({ store: other }).handle(
          payment,
          `payment-${id}`,
          { type: 'RequestPayment', payment: samplePayment() },
          contextOf(`c-${id}`),
        );
      await write('p-1');
      await write('p-2');
      const following = new AbortController();
      const hasRead = Promise.withResolvers<void>();
      const follow = async (): Promise<void> => {
        let count = 0;
        for await (const message of store.subscribe({ signal: following.signal })) {
          if (message.kind === 'events') count += message.events.length;
          if (count === 2) hasRead.resolve();
        }
      };
      const end = follow().catch((error: unknown) => error);
      await hasRead.promise;
      // Resolves once the store has noticed the loss.
      await keepOnly(1);
      expect(await end).to.be.instanceOf(LogRewound);
      following.abort();
      await other.close();
    });

    it('has its policies act on what is recorded where the lost events were', async () => {
      const { store, keepOnly } = losing;
      const shop = policyWorld({ store });
      const runner = shop.start(store.checkpoints);
      await store.checkpoints.save('policies', '');
      await store.checkpoints.save('reactions', '');
      await shop.approve('p-1');
      await shop.settled(runner);
      expect(await shop.pending()).to.equal(9_115);
      await keepOnly(1);
      await shop.approve('p-2');
      await eventually(
        async () => ((await shop.pending()) === 9_115 ? true : undefined),
        'the second payment is booked',
      );
      await shop.settled(runner);
      await runner.stop();
      const { state } = await shop.handler.load(account, 'account-seller-1.2026-11');
      expect(state.status).to.equal('OPEN');
    });

    it('saves no position and parks no event of the lost end, so that its policies act on all events that come in its place', async () => {
      const { store, keepOnly } = losing;
      const lost = Promise.withResolvers<void>();
      const reachedLost = Promise.withResolvers<void>();
      // Saves of the reactions' checkpoint and all parking wait until the end of the log is lost.
      const late: Checkpoints = {
        load: (name) => store.checkpoints.load(name),
        listParked: () => store.checkpoints.listParked(),
        unpark: (parked) => store.checkpoints.unpark(parked),
        enqueue: (...queued) => store.checkpoints.enqueue(...queued),
        listQueues: () => store.checkpoints.listQueues(),
        listQueued: (...read) => store.checkpoints.listQueued(...read),
        dequeue: (...done) => store.checkpoints.dequeue(...done),
        countQueued: (queue) => store.checkpoints.countQueued(queue),
        save: async (...saved) => {
          if (saved[0] === 'reactions') await lost.promise;
          await store.checkpoints.save(...saved);
        },
        park: async (...parked) => {
          reachedLost.resolve();
          await lost.promise;
          await store.checkpoints.park(...parked);
        },
      };
      const fragile = definePolicy('fragile', {
        PaymentApproved: ({ aggregateId }) => {
          if (aggregateId === 'p-2') throw new Error('cannot take this one');
          return [];
        },
      });
      const shop = policyWorld({ store, extra: [fragile] });
      await store.checkpoints.save('policies', '');
      await store.checkpoints.save('reactions', '');
      const runner = shop.start(late);
      for (const id of ['p-1', 'p-2']) await shop.approve(id);
      await reachedLost.promise;
      await keepOnly(1);
      lost.resolve();
      await shop.approve('p-3');
      await eventually(
        async () => ((await shop.pending()) === 9_115 ? true : undefined),
        'what came in the place of the lost events is booked',
      );
      await shop.settled(runner);
      await runner.stop();
      expect(await store.checkpoints.listParked()).to.deep.equal([]);
    });
  });
}

describe('A process whose store has not noticed yet that the log lost its end', () => {
  it('does not take a cached state for the log’s', async () => {
    let memory = createMemoryStore();
    const store = storeWith(memory, {
      append: (...args) => memory.append(...args),
      readStream: (...args) => memory.readStream(...args),
    });
    const handler = createCommandHandler({ store });
    const request = { type: 'RequestPayment', payment: samplePayment() } as const;
    const ask = () => handler.handle(payment, 'payment-p-1', request, contextOf('c-1'));
    await ask();
    memory = createMemoryStore();
    expect((await ask()).events).to.have.length(1);
    expect(await readLog(memory)).to.have.length(1);
  });
});
