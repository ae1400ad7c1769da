import { expect } from 'chai';
import fc from 'fast-check';
import type { Recorded } from '#/ledger/event-store.ts';
import { decimalPosition } from '#/ledger/stores/decimal-position.ts';
import { RecentEvents } from './recent-events.ts';

const event = (ordinal: number, data = '{}'): Recorded => ({
  position: decimalPosition(ordinal),
  stream: `payment-${ordinal}`,
  revision: 0,
  id: `00000000-0000-4000-8000-${String(ordinal).padStart(12, '0')}`,
  type: 'PaymentRequested',
  data,
  meta: '{}',
  recordedAt: '2026-11-20T12:00:00.000Z',
});

const eventsFrom = (first: number, length: number): readonly Recorded[] =>
  Array.from({ length }, (_, index) => event(first + index));

describe('Cache of recently written events', () => {
  it('answers without a gap or not at all when other processes write in between', () => {
    // Before each write of `ours` events, other processes write `others` events, which this cache does not see.
    const flushes = fc.array(
      fc.record({ others: fc.nat({ max: 2 }), ours: fc.integer({ min: 1, max: 5 }) }),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(
        flushes,
        fc.nat({ max: 120 }),
        fc.integer({ min: 1, max: 8 }),
        (all, after, limit) => {
          const recent = new RecentEvents();
          let head = 0;
          for (const { others, ours } of all) {
            head += others;
            recent.add(eventsFrom(head + 1, ours));
            head += ours;
          }
          const answer = recent.after(after, limit);
          if (answer === undefined) return;
          const expected = eventsFrom(after + 1, Math.min(limit, head - after));
          expect(answer).to.deep.equal(expected);
          expect(answer).not.to.deep.equal([]);
        },
      ),
    );
  });

  it('keeps the events of writes that directly follow each other', () => {
    const recent = new RecentEvents();
    recent.add(eventsFrom(11, 3));
    recent.add(eventsFrom(14, 2));
    expect(recent.after(10, 100)).to.deep.equal(eventsFrom(11, 5));
    expect(recent.after(9, 100)).to.equal(undefined);
    expect(recent.after(15, 100)).to.equal(undefined);
  });

  it('drops its oldest events at its limits of count and size', () => {
    const recent = new RecentEvents();
    for (let ordinal = 1; ordinal <= 20_000; ordinal += 1) recent.add([event(ordinal)]);
    expect(recent.after(10_000, 1)).to.equal(undefined);
    expect(recent.after(19_000, 1)).to.deep.equal([event(19_001)]);
    recent.add([event(20_001, 'x'.repeat(9_000_000))]);
    expect(recent.after(20_000, 1)).to.equal(undefined);
  });
});
