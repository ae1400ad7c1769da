import { thisMachine } from '#/ledger/machine.ts';
import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import { streamOf } from '#/domain/values/ids.ts';
import { cents } from '#/domain/values/money.ts';
import { offer } from '#/domain/offer/offer.ts';
import { sampleNow as now, sampleOffer } from '#/domain/testing/samples.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { testEventStoreDb } from '#/scripts/testing/eventstoredb.ts';
import { testDatabase } from '#/scripts/testing/postgres.ts';
import type { Cut, EventStore } from '#/ledger/event-store.ts';
import { createCommandHandler } from '#/ledger/handle-command.ts';
import { createRecordCache, RECORD_AGE_MS } from './record-cache.ts';
import { openEventStoreDb } from '#/ledger/stores/eventstoredb.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import { openPostgresStore } from '#/ledger/stores/postgres.ts';
import { countingReads, storeWith } from '#/ledger/testing/counting-store.ts';

const stream = streamOf('offer', 'offer-1');

const context = () => ({
  commandId: randomUUID(),
  platform: 'demo',
  actor: 'seller:seller-1',
  correlation: 'offer-1',
});

const seller = (store: EventStore) => {
  const handler = createCommandHandler({ store });
  const send = (type: 'Create' | 'Revise', price: number) =>
    handler.handle(
      offer,
      stream,
      { type, details: { ...sampleOffer, price: cents(sampleOffer.price * price) }, now },
      context(),
    );
  return {
    create: () => send('Create', 1),
    multiplyPrice: (factor: number) => send('Revise', factor),
  };
};

/** The same store, whose subscriptions deliver nothing. */
const withoutTail = (store: EventStore) =>
  storeWith(store, {
    async *subscribe({ signal }) {
      const { promise, resolve } = Promise.withResolvers<void>();
      signal.addEventListener('abort', () => resolve());
      await promise;
      yield* [];
    },
  });

describe('Record cache', () => {
  let clock = 0;
  const stops: (() => Promise<void>)[] = [];

  afterEach(async () => {
    await Promise.all(stops.splice(0).map((stop) => stop()));
  });

  const openCache = (store: EventStore) => {
    const handler = createCommandHandler({
      store,
      onAppended: (changed) => records.forget(changed),
    });
    const records = createRecordCache({
      store,
      handler,
      machine: { ...thisMachine, elapsedMs: () => clock },
    });
    stops.push(records.stop);
    return {
      handler,
      priceNow: async () => {
        const { state } = await records.load(offer, stream);
        return state.status === 'ABSENT' ? undefined : state.details.price / sampleOffer.price;
      },
    };
  };

  it('reads a stream once, however often it is asked for', async () => {
    const { counting: store, reads } = countingReads(createMemoryStore());
    await seller(store).create();
    reads.length = 0;
    const { priceNow } = openCache(store);
    for (let nth = 0; nth < 50; nth += 1) {
      clock += 30;
      expect(await priceNow()).to.equal(1);
    }
    expect(reads).to.have.length(1);
  });

  it('shows what another process changed at the latest after the stated age', async () => {
    const store = createMemoryStore();
    const other = seller(store);
    await other.create();
    const { priceNow } = openCache(store);
    for (let price = 2; price < 20; price += 1) {
      await priceNow();
      await other.multiplyPrice(price);
      clock += RECORD_AGE_MS + 1;
      expect(await priceNow()).to.equal(price);
    }
  });

  it('shows what this process changed at once, before its tail does', async () => {
    const store = createMemoryStore();
    await seller(store).create();
    const { handler, priceNow } = openCache(withoutTail(store));
    await priceNow();
    const details = { ...sampleOffer, price: cents(sampleOffer.price * 2) };
    await handler.handle(offer, stream, { type: 'Revise', details, now }, context());
    expect(await priceNow()).to.equal(2);
  });

  it('does not keep a state that was changed while it was read', async () => {
    const store = createMemoryStore();
    const other = seller(store);
    await other.create();
    const entered = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const slow = storeWith(store, {
      readStream: async (name, options) => {
        const events = await store.readStream(name, options);
        entered.resolve();
        await released.promise;
        return events;
      },
    });
    const { priceNow } = openCache(slow);
    const first = priceNow();
    await entered.promise;
    await other.multiplyPrice(2);
    clock += RECORD_AGE_MS + 1;
    const second = priceNow();
    released.resolve();
    expect(await first).to.equal(1);
    expect(await second).to.equal(2);
    expect(await priceNow()).to.equal(2);
  });

  it('reads the stream each time while its tail receives nothing', async () => {
    const store = createMemoryStore();
    const other = seller(store);
    await other.create();
    const { priceNow } = openCache(withoutTail(store));
    for (const price of [2, 3, 4]) {
      await priceNow();
      await other.multiplyPrice(price);
      clock += RECORD_AGE_MS + 1;
      expect(await priceNow()).to.equal(price);
    }
  });

  it('shows what another process changed after its tail was lost, also of a state read before the next tail', async () => {
    const store = createMemoryStore();
    const other = seller(store);
    await other.create();
    const losses: (() => void)[] = [];
    const losing = storeWith(store, {
      async *subscribe(options) {
        const lost = Promise.withResolvers<never>();
        losses.push(() => lost.reject(new Error('the connection is lost')));
        const messages = store.subscribe(options)[Symbol.asyncIterator]();
        for (;;) {
          const next = await Promise.race([messages.next(), lost.promise]);
          if (next.done) return;
          yield next.value;
        }
      },
    });
    const { priceNow } = openCache(losing);
    await priceNow();
    losses[0]?.();
    await setImmediate();
    // The last confirmation is recent enough, though nothing follows the log any more.
    expect(await priceNow()).to.equal(1);
    await other.multiplyPrice(2);
    clock += RECORD_AGE_MS + 1;
    expect(await priceNow()).to.equal(2);
    expect(losses).to.have.length(2);
  });

  it('reads a stream that the store reports as cut', async () => {
    const cuts: Cut[] = [];
    const { counting, reads } = countingReads(createMemoryStore());
    const store = storeWith(counting, { cuts: { list: () => cuts, find: async () => cuts } });
    await seller(store).create();
    const { priceNow } = openCache(store);
    await priceNow();
    cuts.push({ stream, how: 'it was deleted' });
    const before = reads.length;
    await priceNow();
    expect(reads.length).to.equal(before + 1);
  });

  it('caches neither absent streams nor failed reads', async () => {
    const store = createMemoryStore();
    let fails = false;
    const failing = storeWith(store, {
      readStream: async (name, options) => {
        if (fails) throw new Error('the store is away');
        return store.readStream(name, options);
      },
    });
    const { priceNow } = openCache(failing);
    expect(await priceNow()).to.equal(undefined);
    await seller(store).create();
    fails = true;
    const error = await priceNow().catch((reason: unknown) => reason);
    expect(error).to.be.an.instanceof(Error);
    fails = false;
    expect(await priceNow()).to.equal(1);
  });
});

/** One process reads prices while the other changes them. */
const itIsNeverOlder = (open: () => Promise<EventStore>) =>
  it('never shows a price that was replaced longer ago than the stated age', async () => {
    const [writingStore, readingStore] = [await open(), await open()];
    const other = seller(writingStore);
    await other.create();
    const records = createRecordCache({
      store: readingStore,
      handler: createCommandHandler({ store: readingStore }),
    });
    // The time at which each price was replaced, by the multiple of the first price: index 0 means nothing.
    const replacedAt: number[] = [0];
    const seen: { readonly readAt: number; readonly price: number }[] = [];
    const over = new AbortController();
    const reading = Array.from({ length: 4 }, async () => {
      while (!over.signal.aborted) {
        const readAt = performance.now();
        const { state } = await records.load(offer, stream);
        if (state.status === 'ABSENT') continue;
        seen.push({ readAt, price: state.details.price / sampleOffer.price });
        await setImmediate();
      }
    });
    for (let price = 2; price <= 40; price += 1) {
      await other.multiplyPrice(price);
      replacedAt.push(performance.now());
      const count = seen.length;
      await eventually(() => seen.length > count + 20 || undefined, 'twenty more reads');
    }
    over.abort();
    await Promise.all(reading);
    await records.stop();
    const tooOld = seen.filter(
      ({ readAt, price }) => readAt > (replacedAt[price] ?? Infinity) + RECORD_AGE_MS,
    );
    expect(tooOld).to.deep.equal([]);
    expect(new Set(seen.map(({ price }) => price)).size).to.be.greaterThan(20);
  });

describe('Record cache of one of two processes', () => {
  const opened: (() => Promise<unknown>)[] = [];

  afterEach(async () => {
    for (const close of opened.splice(0).toReversed()) await close();
  });

  describe('on Postgres', () => {
    let url = '';
    beforeEach(async () => {
      const database = await testDatabase();
      ({ url } = database);
      opened.push(database.drop);
    });

    itIsNeverOlder(async () => {
      const store = await openPostgresStore({ connectionString: url });
      opened.push(() => store.close());
      return store;
    });
  });

  describe('on EventStoreDB', () => {
    let url = '';
    beforeEach(async () => {
      const server = await testEventStoreDb(createMemoryStore());
      ({ url } = server);
      opened.push(() => server.stop());
    });

    itIsNeverOlder(async () => {
      const store = await openEventStoreDb({ connectionString: url });
      opened.push(() => store.close());
      return store;
    });
  });
});
