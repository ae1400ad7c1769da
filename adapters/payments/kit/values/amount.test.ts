import { expect } from 'chai';
import fc from 'fast-check';
import { cents } from '#/domain/values/money.ts';
import { inCents, inReais, inReaisText } from './amount.ts';

describe('Amount formats', () => {
  it('reads back every amount that it writes, in cents, reais and reais as text', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999_999_999 }), (value) => {
        const amount = cents(value);
        for (const unit of [inCents, inReais, inReaisText]) {
          expect(unit.read(unit.write(amount))).to.equal(amount);
        }
      }),
    );
  });

  it('writes an amount as cents, as a number of reais and as reais in text', () => {
    const amount = cents(1_990);
    expect([inCents, inReais, inReaisText].map(({ write }) => write(amount))).to.deep.equal([
      1_990,
      19.9,
      '19.90',
    ]);
  });

  it('reads text and numbers, and rejects fractions of a cent and malformed amounts', () => {
    expect([inReais.read('19.9'), inReais.read(0.1), inReaisText.read('1')]).to.deep.equal([
      1_990, 10, 100,
    ]);
    for (const wrong of ['19.999', '1e3', '', 'R$ 1', '1,50', Number.NaN, Infinity]) {
      expect(() => inReais.read(wrong), String(wrong)).to.throw(RangeError);
    }
    expect(() => inCents.read(1.5)).to.throw(RangeError);
  });
});
