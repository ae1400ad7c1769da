import { expect } from 'chai';
import { backoffMs, backOff } from './backoff.ts';

describe('the pause before the next attempt', () => {
  it('doubles up to the longest, and half of it is random', () => {
    for (const [attempt, full] of [
      [0, 100],
      [1, 200],
      [5, 3_200],
      [6, 5_000],
      [40, 5_000],
    ] as const) {
      for (let draw = 0; draw < 50; draw += 1) {
        expect(backoffMs(attempt)).to.be.within(full / 2, full);
      }
    }
    expect(backoffMs(3, { firstMs: 20, longestMs: 50 })).to.be.within(25, 50);
  });

  it('ends with the signal', async () => {
    const stopping = new AbortController();
    const waiting = backOff(40, stopping.signal);
    stopping.abort();
    await waiting;
    await backOff(40, stopping.signal);
  });
});
