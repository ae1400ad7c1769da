import { expect } from 'chai';
import { backoffMs, growingPause, growingPauses } from './backoff.ts';

describe('the pause before the next attempt', () => {
  it('doubles exactly, without chance, where it is recorded or stated to callers', () => {
    const pauses = (range: { first: number; longest: number }, retries: readonly number[]) =>
      retries.map((retry) => growingPause(retry, range));
    expect(pauses({ first: 1, longest: 3_600 }, [0, 1, 2, 11, 12, 5_000])).to.deep.equal([
      1, 2, 4, 2_048, 3_600, 3_600,
    ]);
    expect(pauses({ first: 0, longest: 0 }, [0, 40, 5_000])).to.deep.equal([0, 0, 0]);
    expect(growingPauses({ first: 30, longest: 900 })).to.deep.equal([30, 60, 120, 240, 480, 900]);
    expect(growingPauses({ first: 0, longest: 0 })).to.deep.equal([0]);
  });

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
