import { expect } from 'chai';
import type { Recorded } from '#/ledger/event-store.ts';
import { decimalPosition } from '#/ledger/stores/decimal-position.ts';
import { Unsealed } from './unsealed.ts';

const event = (ordinal: number, stream = `note-${ordinal}`): Recorded => ({
  position: decimalPosition(ordinal),
  stream,
  revision: 0,
  id: '0e4c1c9a-6b58-4f5d-9f0d-3a2f1c1d2e3f',
  type: 'SomethingNoted',
  data: '{}',
  meta: '{"v":1}',
  recordedAt: '2026-11-20T12:00:00.000Z',
});
const seal = (ordinal: number): Recorded => event(ordinal, 'seal-log');

describe('Queue of unsealed events', () => {
  const newQueue = (longestMs = 60_000) => new Unsealed(decimalPosition(5), { most: 3, longestMs });
  const taken = (unsealed: Unsealed) => unsealed.take().map(({ position }) => Number(position));

  it('is due at once when it holds as many events as one seal covers', () => {
    const unsealed = newQueue();
    unsealed.add([event(6), event(7)]);
    expect(unsealed.dueInMs).to.be.within(1, 60_000);
    unsealed.add([event(8), event(9)]);
    expect(unsealed.dueInMs).to.equal(0);
    expect(taken(unsealed)).to.deep.equal([6, 7, 8]);
    expect(unsealed.dueInMs).to.be.within(1, 60_000);
    expect(taken(unsealed)).to.deep.equal([9]);
    expect(unsealed.dueInMs).to.equal(undefined);
  });

  it('is due when the oldest event has waited for the longest allowed time', () => {
    const unsealed = newQueue(0);
    expect(unsealed.dueInMs).to.equal(undefined);
    unsealed.add([event(6)]);
    expect(unsealed.dueInMs).to.equal(0);
  });

  it('is not due while it holds only seals, which are sealed with the next event', () => {
    const unsealed = newQueue(0);
    unsealed.add([seal(6), seal(7)]);
    expect(unsealed.dueInMs).to.equal(undefined);
    unsealed.add([event(8)]);
    expect(unsealed.dueInMs).to.equal(0);
    expect(taken(unsealed)).to.deep.equal([6, 7, 8]);
  });

  it('hands out each event once, even if the subscription repeats events or sends sealed ones', () => {
    const unsealed = newQueue();
    unsealed.add([event(5), event(6), event(7)]);
    unsealed.add([event(6), event(7), event(8)]);
    expect(taken(unsealed)).to.deep.equal([6, 7, 8]);
    unsealed.add([event(8)]);
    expect(unsealed.dueInMs).to.equal(undefined);
  });
});
