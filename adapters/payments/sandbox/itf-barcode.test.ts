import { expect } from 'chai';
import fc from 'fast-check';

import { itfBarcode } from './itf-barcode.ts';

/** Reads the bars of the drawing as a scanner does: wide or narrow, bars and spaces in turn. */
const scan = (svg: string): string => {
  const bars = [...svg.matchAll(/M(\d+) 0h(\d+)v/g)].map(([, x, width]) => ({
    x: Number(x),
    width: Number(width),
  }));
  const elements = bars.flatMap(({ x, width }, index) => {
    const next = bars[index + 1];
    return next ? [width, next.x - x - width] : [width];
  });
  const wide = elements.map((width) => (width > 1 ? '1' : '0')).join('');
  const body = /^0000(?<body>[01]+)100$/.exec(wide)?.groups?.['body'] ?? '';
  // Bars 1, 2, 4, 7 and parity: a digit is the sum of the weights of its wide elements, 11 is 0.
  const digit = (flags: readonly string[]): string => {
    const sum = [1, 2, 4, 7].reduce(
      (total, weight, at) => total + (flags[at] === '1' ? weight : 0),
      0,
    );
    return sum === 11 ? '0' : String(sum);
  };
  return (body.match(/.{10}/g) ?? [])
    .map((pair) => {
      const flags = pair.split('');
      const bars5 = flags.filter((_, index) => index % 2 === 0);
      const spaces5 = flags.filter((_, index) => index % 2 === 1);
      return digit(bars5) + digit(spaces5);
    })
    .join('');
};

describe('barcode', () => {
  it('draws any 44 digits so that a scanner reads them back', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{44}$/), (digits) => {
        expect(scan(itfBarcode(digits))).to.equal(digits);
      }),
    );
  });

  it('refuses what cannot be drawn in pairs', () => {
    for (const text of ['', '1', '12a4']) expect(() => itfBarcode(text)).to.throw(RangeError);
  });
});
