import { expect } from 'chai';
import fc from 'fast-check';

import {
  add,
  allocate,
  amountInCents,
  basisPoints,
  cents,
  negate,
  percentOf,
  positiveCents,
  proportion,
  subtract,
  sum,
} from './money.ts';

const amount = fc.integer({ min: 0, max: 9_999_999_999 }).map(cents);
const signed = fc.integer({ min: -9_999_999_999, max: 9_999_999_999 }).map(cents);
const share = fc.integer({ min: 0, max: 10_000 }).map(basisPoints);

/** Weights for a split: not all of them are zero. */
const weights = fc
  .array(fc.nat(1_000_000), { minLength: 1, maxLength: 12 })
  .filter((list) => list.some((weight) => weight > 0));

describe('Money', () => {
  it('rejects fractions, non-numbers and amounts beyond the exact integers', () => {
    for (const value of [0.5, Number.NaN, Infinity, 2 ** 53]) {
      expect(() => cents(value)).to.throw(RangeError);
    }
    expect(() => add(cents(Number.MAX_SAFE_INTEGER), cents(1))).to.throw(RangeError);
  });

  it('negates zero to plain zero, because a negative zero prints and compares badly', () => {
    expect(Object.is(negate(cents(0)), 0)).to.equal(true);
  });

  it('adds and subtracts without loss, in any order', () => {
    fc.assert(
      fc.property(fc.array(signed, { maxLength: 50 }), signed, (amounts, other) => {
        expect(sum(amounts.toReversed())).to.equal(sum(amounts));
        expect(subtract(add(sum(amounts), other), other)).to.equal(sum(amounts));
        expect(sum([...amounts, ...amounts.map(negate)])).to.equal(0);
      }),
    );
  });

  it('sums any number of amounts, as the trial balance of half a million accounts does', () => {
    expect(sum(Array.from({ length: 500_000 }, () => cents(3)))).to.equal(1_500_000);
  });

  it('rejects amounts below zero or above R$ 99,999,999.99, fractions and invalid basis points', () => {
    expect(amountInCents.safeParse(-1).success).to.equal(false);
    expect(amountInCents.safeParse(1.5).success).to.equal(false);
    expect(amountInCents.safeParse(99_999_999_99).success).to.equal(true);
    expect(amountInCents.safeParse(100_000_000_00).success).to.equal(false);
    expect(positiveCents.safeParse(0).success).to.equal(false);
    expect(() => basisPoints(-1)).to.throw(RangeError);
    expect(() => basisPoints(0.5)).to.throw(RangeError);
  });
});

describe('percentOf', () => {
  it('rounds half up or down as requested', () => {
    expect(percentOf(cents(150), basisPoints(100), 'half-up')).to.equal(2);
    expect(percentOf(cents(150), basisPoints(100), 'down')).to.equal(1);
    expect(percentOf(cents(149), basisPoints(100), 'half-up')).to.equal(1);
    expect(percentOf(cents(-150), basisPoints(100), 'half-up')).to.equal(-2);
    expect(percentOf(cents(9_700), basisPoints(499), 'half-up')).to.equal(484);
  });

  it('never exceeds the amount, and never falls when the amount grows', () => {
    fc.assert(
      fc.property(amount, amount, share, (one, other, percentage) => {
        const [low, high] = one < other ? [one, other] : [other, one];
        const lowShare = percentOf(low, percentage, 'half-up');
        expect(lowShare).to.be.within(0, low);
        expect(lowShare).to.be.at.most(percentOf(high, percentage, 'half-up'));
      }),
    );
  });
});

describe('proportion', () => {
  it('is zero for a zero amount, and the whole part for the whole amount', () => {
    fc.assert(
      fc.property(amount, amount, (part, whole) => {
        expect(proportion(cents(0), part, whole)).to.equal(0);
        expect(proportion(whole, part, whole)).to.equal(whole === 0 ? 0 : part);
      }),
    );
  });

  it('is exact for the largest safe integers, as are percentages', () => {
    const whole = cents(Number.MAX_SAFE_INTEGER);
    const [most, part] = [cents(whole - 1), cents(whole - 2)];
    expect(proportion(most, part, whole)).to.equal(whole - 3);
    expect(percentOf(whole, basisPoints(9_999), 'down')).to.equal(
      Number((BigInt(whole) * 9_999n) / 10_000n),
    );
  });

  it('grows with the amount and rounds down, so refunds in steps never return too much', () => {
    fc.assert(
      fc.property(amount, amount, amount, amount, (one, other, part, whole) => {
        fc.pre(whole > 0);
        const [low, high] = [one % whole, other % whole].toSorted((a, b) => a - b).map(cents);
        if (low === undefined || high === undefined) throw new Error('two amounts went in');
        const lowPart = proportion(low, part, whole);
        expect(lowPart).to.be.at.most(proportion(high, part, whole));
        const exact = (BigInt(low) * BigInt(part)) / BigInt(whole);
        expect(BigInt(lowPart)).to.equal(exact);
      }),
    );
  });
});

describe('allocate', () => {
  it('returns parts that sum to the amount, each less than a cent from its exact share', () => {
    fc.assert(
      fc.property(amount, weights, (total, list) => {
        const parts = allocate(total, list);
        expect(sum(parts)).to.equal(total);
        const weight = list.reduce((sofar, next) => sofar + next, 0);
        parts.forEach((part, index) => {
          const exactTimesWeight = BigInt(total) * BigInt(list[index] ?? 0);
          const difference = BigInt(part) * BigInt(weight) - exactTimesWeight;
          expect(difference < BigInt(weight) && difference > -BigInt(weight)).to.equal(true);
        });
      }),
    );
  });

  it('gives nothing to a weight of zero', () => {
    fc.assert(
      fc.property(amount, weights, (total, list) => {
        expect(allocate(total, [0, ...list])[0]).to.equal(0);
      }),
    );
  });

  it('gives odd cents to the largest fractions, to the earlier part on a tie', () => {
    expect(allocate(cents(100), [1, 1, 1])).to.deep.equal([34, 33, 33]);
    expect(allocate(cents(10), [1, 2, 4])).to.deep.equal([1, 3, 6]);
    expect(allocate(cents(1), [1, 1])).to.deep.equal([1, 0]);
  });

  it('gives odd cents correctly for amounts too large for floating-point fractions', () => {
    expect(allocate(cents(9_999_999_945), [8, 78, 28, 12])).to.deep.equal([
      634_920_632, 6_190_476_156, 2_222_222_210, 952_380_947,
    ]);
    expect(allocate(cents(Number.MAX_SAFE_INTEGER), [1, 3, 3])).to.deep.equal([
      1_286_742_750_677_285, 3_860_228_252_031_853, 3_860_228_252_031_853,
    ]);
  });

  it('rejects a negative amount, and missing, all-zero, negative or fractional weights', () => {
    expect(() => allocate(cents(-1), [1])).to.throw(RangeError);
    expect(() => allocate(cents(1), [])).to.throw(RangeError);
    expect(() => allocate(cents(1), [0, 0])).to.throw(RangeError);
    expect(() => allocate(cents(1), [2, -1])).to.throw(RangeError);
    expect(() => allocate(cents(1), [0.5, 0.5])).to.throw(RangeError);
  });
});
