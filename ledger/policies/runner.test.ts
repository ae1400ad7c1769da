import { expect } from 'chai';
import { sumPending } from '#/domain/account/state.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { cents } from '#/domain/values/money.ts';
import { payment } from '#/domain/payment/decider.ts';
import { definePolicy } from '#/domain/policies/policy.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import { sampleNow as now } from '#/domain/testing/samples.ts';
import { refund } from '#/domain/refund/decider.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { testDatabase } from '#/scripts/testing/postgres.ts';
import { actingReaders, createMemoryCheckpoints } from '#/ledger/checkpoints/checkpoints.ts';
import { AppendError, type EventStore } from '#/ledger/event-store.ts';
import { policyWorld } from '#/ledger/testing/policy-world.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import { openPostgresStore } from '#/ledger/stores/postgres.ts';
import { fact } from '#/ledger/contract/samples.ts';
import { storeWith } from '#/ledger/testing/counting-store.ts';

const FIRST = { expected: 'no_stream' } as const;

describe('Policy runner', () => {
  it('books each approved payment once, even when all events are processed again', async () => {
    const { start, settled, approve, pending, failures } = policyWorld();
    await Promise.all(Array.from({ length: 20 }, (_, nth) => approve(`p-${nth}`)));
    const first = start();
    await settled(first);
    await first.stop();
    expect(await pending()).to.equal(20 * 9_115);
    // After a crash that lost the checkpoint, all events are processed again.
    const second = start(createMemoryCheckpoints(''));
    await settled(second);
    await second.stop();
    expect(await pending()).to.equal(20 * 9_115);
    expect(failures).to.deep.equal([]);
  });

  it('books each of many payments once when all events are processed again in a later month', async () => {
    // Ids are unique in a stream only, as on EventStoreDB, so the store would not stop a booking in a later month.
    let month = now;
    const clock = () => month;
    const store = createMemoryStore([], { now: clock, idsUniqueIn: 'stream' });
    const { start, settled, approve, accounts, failures } = policyWorld({ store, clock });
    const sales = 1_002;
    await Promise.all(Array.from({ length: sales }, (_, nth) => approve(`p-${nth}`)));
    for (const at of [now, '2026-12-02T15:00:00.000Z', '2027-01-02T15:00:00.000Z']) {
      month = at;
      const runner = start(createMemoryCheckpoints(''));
      await settled(runner);
      await runner.stop();
      const state = await accounts.load({ platformId: 'demo', sellerId: 'seller-1' }, at);
      expect(state.status === 'OPEN' && sumPending(state)).to.equal(sales * 9_115);
    }
    expect(failures).to.deep.equal([]);
  });

  it("refunds a payment at the provider and debits the seller's account", async () => {
    const { start, settled, approve, send, pending, handler } = policyWorld();
    await approve('p-1');
    const request = { refundId: 'r-1', amount: cents(9_700), note: 'desistiu', now };
    await send('p-1', { type: 'RequestRefund', ...request });
    const runner = start();
    await settled(runner);
    await runner.stop();
    const { state } = await handler.load(payment, streamOf('payment', 'p-1'));
    expect(state.status).to.equal('REFUNDED');
    expect(await pending()).to.equal(0);
  });

  it('parks no refund when another read in the same database query fails', async () => {
    const database = await testDatabase();
    const opened = await openPostgresStore({ connectionString: database.url });
    let poisoned = 0;
    const poisoning: EventStore = {
      ...opened,
      readStream: (name, options) => {
        // A fractional revision fails the query in which both reads are batched.
        opened.readStream('note-1', { from: 0.5 }).catch(() => (poisoned += 1));
        return opened.readStream(name, options);
      },
    };
    const { start, settled, approve, send, handler, checkpoints } = policyWorld({
      store: poisoning,
    });
    const ids = Array.from({ length: 20 }, (_, nth) => `p-${nth}`);
    await Promise.all(ids.map((id) => approve(id)));
    const runner = start();
    for (const [nth, id] of ids.entries()) {
      const request = { refundId: `r-${nth}`, amount: cents(9_700), note: 'desistiu', now };
      await send(id, { type: 'RequestRefund', ...request });
    }
    await settled(runner);
    await runner.stop();
    const paid = await Promise.all(ids.map((id) => handler.load(payment, streamOf('payment', id))));
    await opened.close();
    await database.drop();
    expect(poisoned, 'reads that could not be answered').to.be.greaterThan(20);
    expect(await checkpoints.listParked()).to.deep.equal([]);
    expect(paid.map(({ state }) => state.status)).to.deep.equal(ids.map(() => 'REFUNDED'));
  });

  it('leaves the refund unanswered and the payment approved when the provider times out', async () => {
    const refunds = async (): Promise<boolean> => {
      throw new ProviderFailure('unavailable', 'timed out', { mayHaveHappened: true });
    };
    const { start, settled, approve, send, handler } = policyWorld({ refunds });
    await approve('p-1');
    const request = { refundId: 'r-1', amount: cents(9_700), note: 'desistiu', now };
    await send('p-1', { type: 'RequestRefund', ...request });
    const runner = start();
    await settled(runner);
    await runner.stop();
    const { state } = await handler.load(refund, streamOf('refund', 'r-1'));
    expect(state.status).to.equal('UNANSWERED');
    const { state: paid } = await handler.load(payment, streamOf('payment', 'p-1'));
    expect(paid.status).to.equal('APPROVED');
  });

  it('parks a policy at an event it fails on, runs the others, and retries at the next start', async () => {
    let isBroken = true;
    const fragile = definePolicy('fragile', {
      PaymentApproved: ({ aggregateId }) => {
        if (isBroken && aggregateId === 'p-1') throw new Error('cannot take this one');
        return [];
      },
    });
    const { start, settled, approve, pending, checkpoints, failures } = policyWorld({
      extra: [fragile],
    });
    await approve('p-1');
    await approve('p-2');
    const runner = start();
    await settled(runner);
    await runner.stop();
    expect(await pending()).to.equal(2 * 9_115);
    expect(failures).to.deep.equal(['fragile']);
    const [parked] = await checkpoints.listParked();
    expect(parked).to.include({ policy: 'fragile', failure: 'Error: cannot take this one' });
    isBroken = false;
    const next = start();
    await settled(next);
    await next.stop();
    expect(await checkpoints.listParked()).to.deep.equal([]);
  });

  describe('asks the provider for a refund once', () => {
    const askedOnce = async (
      options: Parameters<typeof policyWorld>[0] & { readonly restarts?: number },
    ): Promise<void> => {
      let refundCalls = 0;
      const shop = policyWorld({
        ...options,
        refunds: async () => {
          refundCalls += 1;
          return true;
        },
      });
      await shop.approve('p-1');
      const request = { refundId: 'r-1', amount: cents(9_700), note: 'desistiu', now };
      await shop.send('p-1', { type: 'RequestRefund', ...request });
      for (let start = 0; start <= (options.restarts ?? 0); start += 1) {
        const runner = shop.start(createMemoryCheckpoints(''));
        await shop.settled(runner);
        await runner.stop();
      }
      expect(refundCalls).to.equal(1);
      const { state } = await shop.handler.load(refund, streamOf('refund', 'r-1'));
      expect(state.status).to.equal('SETTLED');
    };

    it('even when all events are processed again without a checkpoint', () =>
      askedOnce({ restarts: 2 }));

    it('even when the log is unavailable while the answer is recorded', () => {
      const memory = createMemoryStore([], { now: () => now });
      let failures = 3;
      const store = storeWith(memory, {
        append: async (stream, events, options) => {
          const isAnswer = events.some(({ type }) => type === 'RefundSettled');
          if (isAnswer && failures > 0) {
            failures -= 1;
            throw new AppendError({ kind: 'unavailable', retryAfterSeconds: 1 });
          }
          return memory.append(stream, events, options);
        },
      });
      return askedOnce({ store });
    });
  });

  it('saves its position when it is stopped while a provider is answering', async () => {
    const called = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<boolean>();
    const refunds = (): Promise<boolean> => {
      called.resolve();
      return answer.promise;
    };
    const { start, approve, send, checkpoints, store } = policyWorld({ refunds });
    await approve('p-1');
    const request = { refundId: 'r-1', amount: cents(9_700), note: 'desistiu', now };
    await send('p-1', { type: 'RequestRefund', ...request });
    const runner = start();
    await called.promise;
    const [requested] = await store.readStream(streamOf('refund', 'r-1'), { limit: 1 });
    const stopped = runner.stop();
    answer.resolve(true);
    await stopped;
    expect(((await checkpoints.load('reactions')) ?? '') >= (requested?.position ?? '')).to.equal(
      true,
    );
  });

  it('saves no position beyond the last event that it has read, where the log may lose its end', async () => {
    const memory = createMemoryStore();
    // As on EventStoreDB, whose subscriptions report positions past events of other products.
    const beyond = await (async () => {
      const other = createMemoryStore();
      for (let nth = 0; nth < 50; nth += 1) await other.append(`note-${nth}`, [fact()], FIRST);
      return other.head();
    })();
    if (beyond === undefined) throw new Error('there is no position');
    let readers = 0;
    const passed = Promise.withResolvers<void>();
    const store = storeWith(memory, {
      async *subscribe(options) {
        for await (const message of memory.subscribe(options)) {
          yield message;
          if (message.kind !== 'events') continue;
          yield { kind: 'checkpoint', upTo: beyond };
          readers += 1;
          if (readers === actingReaders.length) passed.resolve();
          return;
        }
      },
    });
    const { start, approve, checkpoints } = policyWorld({ store });
    await approve('p-1');
    const runner = start();
    await passed.promise;
    await runner.stop();
    const head = (await store.head()) ?? '';
    for (const reader of actingReaders) {
      const saved = (await checkpoints.load(reader)) ?? '';
      expect(saved <= head, `${reader} at ${saved} of ${head}`).to.equal(true);
    }
  });

  it('parks work again when the log has lost the record of its parking, and no event', async () => {
    const fragile = definePolicy('fragile', {
      PaymentApproved: ({ aggregateId }) => {
        if (aggregateId === 'p-0') throw new Error('cannot take this one');
        return [];
      },
    });
    const { start, approve, checkpoints } = policyWorld({ extra: [fragile] });
    const runner = start();
    let next = 0;
    const untilParked = (what: string) =>
      eventually(async () => {
        await approve(`p-${next++}`);
        const saved = await checkpoints.load('policies');
        return (await checkpoints.listParked()).length === 1 && saved !== '' ? true : undefined;
      }, what);
    await untilParked('the work is parked');
    // The runner goes on with the same object, which now lacks the parked work and stands at the beginning of the log.
    Object.assign(checkpoints, createMemoryCheckpoints(''));
    await untilParked('the work is parked again');
    await runner.stop();
  });
});
