import { expect } from 'chai';
import { facts, newStream } from '#/ledger/contract/samples.ts';
import type { EventStore } from '#/ledger/event-store.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import { sealLag } from './seal-lag.ts';
import { SEAL_STREAM } from './seal.ts';

const RECORDED_AT = '2026-11-20T12:00:00.000Z';

/** Appends `count` events, 500 at a time: a store takes no more at once. */
const append = async (store: EventStore, count: number): Promise<void> => {
  for (let remaining = count; remaining > 0; remaining -= 500)
    await store.append(newStream(), facts(Math.min(remaining, 500)), { expected: 'no_stream' });
};

describe('The events that wait for a seal', () => {
  for (const { recorded, counted } of [
    { recorded: 9_999, counted: 9_999 },
    { recorded: 10_400, counted: 10_000 },
  ])
    it(`are counted up to ten thousand, and seals are not counted: ${recorded} events`, async () => {
      const store = createMemoryStore([], { now: () => RECORDED_AT });
      await store.append(SEAL_STREAM, facts(300), { expected: 'no_stream' });
      await append(store, recorded);
      const table = { lastSeal: async () => undefined };
      const now = new Date('2026-11-20T12:00:07.000Z');
      expect(await sealLag(store, table, now)).to.deep.equal({ events: counted, seconds: 7 });
    });
});
