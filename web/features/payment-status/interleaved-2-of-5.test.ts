import { expect } from 'chai';
import fc from 'fast-check';
import { barcodePath, interleaved2of5 } from './interleaved-2-of-5.ts';

describe('the barcode of a boleto (Interleaved 2 of 5)', () => {
  it('draws the pairs of the standard as everyone does', () => {
    // 12: bars of 1 (wide, narrow, narrow, narrow, wide) with spaces of 2 (narrow, wide, narrow, narrow, wide).
    const start = [1, 1, 1, 1];
    const stop = [3, 1, 1];
    expect(interleaved2of5('12')).to.deep.equal([...start, 3, 1, 1, 3, 1, 1, 1, 1, 3, 3, ...stop]);
    expect(interleaved2of5('00').slice(4, 14)).to.deep.equal([1, 1, 1, 1, 3, 3, 3, 3, 1, 1]);
    expect(interleaved2of5('93').slice(4, 14)).to.deep.equal([1, 3, 3, 3, 1, 1, 3, 1, 1, 1]);
  });

  it('gives 44 digits 403 modules: 18 a pair and 9 around them', () => {
    const { width } = barcodePath('34193838400000030901754624615781234123451000');
    expect(width).to.equal(22 * 18 + 9);
  });

  it('can be read back from its bars and spaces', () => {
    const patterns = [
      '00110',
      '10001',
      '01001',
      '11000',
      '00101',
      '10100',
      '01100',
      '00011',
      '10010',
      '01010',
    ];
    const read = (widths: readonly number[]): string => {
      const elements = widths.slice(4, -3).map((width) => (width === 1 ? '0' : '1'));
      let digits = '';
      for (let start = 0; start < elements.length; start += 10) {
        const pair = elements.slice(start, start + 10);
        for (const parity of [0, 1]) {
          const pattern = pair.filter((_, index) => index % 2 === parity).join('');
          digits += String(patterns.indexOf(pattern));
        }
      }
      return digits;
    };
    const pairs = fc.stringMatching(/^(?:\d\d){1,30}$/);
    fc.assert(
      fc.property(pairs, (digits) => {
        expect(read(interleaved2of5(digits))).to.equal(digits);
      }),
    );
  });

  it('draws nothing that is not pairs of digits', () => {
    for (const text of ['', '1', '123', '1a']) {
      expect(() => interleaved2of5(text)).to.throw(RangeError);
    }
  });
});
