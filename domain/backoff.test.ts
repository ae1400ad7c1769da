import { expect } from 'chai';
import { backoffMs } from './backoff.ts';

describe('the pause before the next attempt', () => {
  it('doubles up to the longest, and half of it is random', () => {
    const range = { firstMs: 100, longestMs: 5_000 };
    for (const [attempt, full] of [
      [0, 100],
      [1, 200],
      [5, 3_200],
      [6, 5_000],
      [40, 5_000],
    ] as const) {
      expect(backoffMs(attempt, range, 0)).to.equal(full / 2);
      expect(backoffMs(attempt, range, 0.5)).to.equal(full * 0.75);
      expect(backoffMs(attempt, range, 1)).to.equal(full);
    }
    expect(backoffMs(3, { firstMs: 20, longestMs: 50 }, 1)).to.equal(50);
  });
});
