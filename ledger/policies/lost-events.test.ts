import { expect } from 'chai';
import { sampleNow as now } from '#/domain/testing/samples.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { actingReaders } from '#/ledger/checkpoints/checkpoints.ts';
import { FIRST_EPOCH } from '#/domain/testing/ports.ts';
import { AppendError } from '#/ledger/event-store.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import { storeWith } from '#/ledger/testing/counting-store.ts';
import { bookedIn, policyWorld } from '#/ledger/testing/policy-world.ts';
import { eventually } from '#/scripts/testing/eventually.ts';

const QUICK_MS = 10;
const SALE = streamOf('payment', 'p-1');

/** A log that loses the sale `p-1` once `lose` is called. `begunAgain` resolves when a reader then subscribes again. */
const openLosing = () => {
  const memory = createMemoryStore([], { now: () => now });
  let rewinds = 0;
  let subscriptions = 0;
  const subscribedAgain = Promise.withResolvers<void>();
  const store = storeWith(memory, {
    rewinds: () => rewinds,
    readStream: async (stream, options) =>
      rewinds > 0 && stream === SALE ? [] : memory.readStream(stream, options),
    async *subscribe(options) {
      subscriptions += 1;
      if (rewinds === 0) return yield* memory.subscribe(options);
      subscribedAgain.resolve();
      yield { kind: 'caught-up' };
    },
  });
  const lose = (): void => {
    rewinds = 1;
  };
  return { store, lose, isFollowed: () => subscriptions > 0, begunAgain: subscribedAgain.promise };
};

describe('A sale that the log has lost since it was read', () => {
  it('is not booked when the loss is noticed while the booking is recorded', async () => {
    const { store, lose, begunAgain } = openLosing();
    let tries = 0;
    const failing = storeWith(store, {
      append: async (stream, events, options) => {
        const isBooking = events.some(({ type }) => type === 'ReceivablesBooked');
        if (!isBooking || tries > 0) return store.append(stream, events, options);
        tries += 1;
        lose();
        throw new AppendError({ kind: 'unavailable', retryAfterSeconds: 1 });
      },
    });
    const { start, approve } = policyWorld({ store: failing });
    await approve('p-1');
    const runner = start();
    await begunAgain;
    await runner.stop();
    expect([tries, await bookedIn(store)]).to.deep.equal([1, []]);
  });

  it('is not booked when the loss is noticed just before', async () => {
    const { store, lose, isFollowed, begunAgain } = openLosing();
    const epoch = async () => {
      if (isFollowed()) lose();
      return FIRST_EPOCH;
    };
    const { start, approve } = policyWorld({ store, ports: { epoch } });
    await approve('p-1');
    const runner = start();
    await begunAgain;
    await runner.stop();
    expect(await bookedIn(store)).to.deep.equal([]);
  });

  for (const [how, holds] of [
    ['failed', { holds: 'commands:account-seller-1' }],
    ['was refused', {}],
  ] as const) {
    it(`is not booked when its booking ${how} before, and is retried`, async () => {
      const { store, lose } = openLosing();
      const finding = storeWith(store, {
        readStream: async (stream, options) => {
          const read = await store.readStream(stream, options);
          if (stream === SALE && options?.limit === 1) lose();
          return read;
        },
      });
      const { start, approve, checkpoints } = policyWorld({ store: finding });
      await approve('p-1');
      const approved = (await store.readStream(SALE)).at(-1);
      if (approved === undefined) throw new Error('there is no sale');
      const { position, stream, revision } = approved;
      for (const reader of actingReaders) await checkpoints.save(reader, position);
      const work = { policy: 'book-approved-payment', position, stream, revision };
      await checkpoints.park({ ...work, failure: 'a mistake', since: now, ...holds });
      const runner = start(checkpoints, QUICK_MS);
      await eventually(
        async () => (await checkpoints.listParked()).length === 0 || undefined,
        'nothing is left to retry',
      );
      await runner.stop();
      expect(await bookedIn(store)).to.deep.equal([]);
    });
  }
});
