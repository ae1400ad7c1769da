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

describe('Events that wait for their seal', () => {
  const waiting = (longestMs = 60_000) => new Unsealed(decimalPosition(5), { most: 3, longestMs });
  const taken = (unsealed: Unsealed) => unsealed.take().map(({ position }) => Number(position));

  it('call for one at once when they are as many as one covers', () => {
    const unsealed = waiting();
    unsealed.add([event(6), event(7)]);
    expect(unsealed.dueInMs).to.be.within(1, 60_000);
    unsealed.add([event(8), event(9)]);
    expect(unsealed.dueInMs).to.equal(0);
    expect(taken(unsealed)).to.deep.equal([6, 7, 8]);
    expect(unsealed.dueInMs).to.be.within(1, 60_000);
    expect(taken(unsealed)).to.deep.equal([9]);
    expect(unsealed.dueInMs).to.equal(undefined);
  });

  it('call for one when the eldest has waited as long as it may', () => {
    const unsealed = waiting(0);
    expect(unsealed.dueInMs).to.equal(undefined);
    unsealed.add([event(6)]);
    expect(unsealed.dueInMs).to.equal(0);
  });

  it('call for none when all are seals, which go with what comes next', () => {
    const unsealed = waiting(0);
    unsealed.add([seal(6), seal(7)]);
    expect(unsealed.dueInMs).to.equal(undefined);
    unsealed.add([event(8)]);
    expect(unsealed.dueInMs).to.equal(0);
    expect(taken(unsealed)).to.deep.equal([6, 7, 8]);
  });

  it('are taken once, though a subscription repeats itself or the sealed', () => {
    const unsealed = waiting();
    unsealed.add([event(5), event(6), event(7)]);
    unsealed.add([event(6), event(7), event(8)]);
    expect(taken(unsealed)).to.deep.equal([6, 7, 8]);
    unsealed.add([event(8)]);
    expect(unsealed.dueInMs).to.equal(undefined);
  });
});
