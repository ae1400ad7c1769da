import { expect } from 'chai';
import fc from 'fast-check';
import { barcodePath, interleaved2of5 } from './interleaved-2-of-5.ts';

/** Sums the weights (1, 2, 4, 7; the fifth element is parity) of the digit's wide elements. The sum 11 means the digit 0. */
const digitOf = (elements: readonly number[]): string => {
  const sum = [1, 2, 4, 7].reduce(
    (total, weight, at) => total + ((elements[at] ?? 0) > 1 ? weight : 0),
    0,
  );
  return sum === 11 ? '0' : String(sum);
};

/** Reads the bars of a drawing as a scanner does. */
const scan = (path: string): string => {
  const bars = [...path.matchAll(/M(\d+) 0h(\d+)v1/g)].map(([, x, width]) => ({
    x: Number(x),
    width: Number(width),
  }));
  const elements = bars.flatMap(({ x, width }, index) => {
    const next = bars[index + 1];
    return next ? [width, next.x - x - width] : [width];
  });
  let digits = '';
  for (let start = 4; start < elements.length - 3; start += 10) {
    const pair = elements.slice(start, start + 10);
    digits += digitOf(pair.filter((_, index) => index % 2 === 0));
    digits += digitOf(pair.filter((_, index) => index % 2 === 1));
  }
  return digits;
};

describe('Barcode of a boleto (Interleaved 2 of 5)', () => {
  it('encodes the digit pairs 12, 00 and 93 as the standard defines them', () => {
    // 12: bars of 1 (wide, narrow, narrow, narrow, wide) with spaces of 2 (narrow, wide, narrow, narrow, wide).
    const start = [1, 1, 1, 1];
    const stop = [3, 1, 1];
    expect(interleaved2of5('12')).to.deep.equal([...start, 3, 1, 1, 3, 1, 1, 1, 1, 3, 3, ...stop]);
    expect(interleaved2of5('00').slice(4, 14)).to.deep.equal([1, 1, 1, 1, 3, 3, 3, 3, 1, 1]);
    expect(interleaved2of5('93').slice(4, 14)).to.deep.equal([1, 3, 3, 3, 1, 1, 3, 1, 1, 1]);
  });

  it('is 405 modules wide for 44 digits: 18 for each pair, and 9 for start and stop', () => {
    const { width } = barcodePath('34193838400000030901754624615781234123451000');
    expect(width).to.equal(22 * 18 + 9);
  });

  it('can be decoded from its bars and spaces', () => {
    const pairs = fc.stringMatching(/^(?:\d\d){1,30}$/);
    fc.assert(
      fc.property(pairs, (digits) => {
        expect(scan(barcodePath(digits).path)).to.equal(digits);
      }),
    );
  });

  it('rejects an empty text, an odd number of digits and letters with a RangeError', () => {
    for (const text of ['', '1', '123', '1a']) {
      expect(() => interleaved2of5(text)).to.throw(RangeError);
    }
  });
});
