import { expect } from 'chai';
import fc from 'fast-check';
import { axisEnd, labelsOf, linePath, pointAt } from './scale.ts';

describe('Chart scale', () => {
  it('ends at a round number at or above the largest value, never at more than 2.5 times it', () => {
    expect(axisEnd(97)).to.equal(100);
    expect(axisEnd(101)).to.equal(200);
    expect(axisEnd(1_234_56)).to.equal(200_000);
    expect(axisEnd(0)).to.equal(1);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000_000 }), (value) => {
        expect(axisEnd(value)).to.be.at.least(value);
        expect(axisEnd(value)).to.be.at.most(value * 2.5);
      }),
    );
  });

  it('spreads points from edge to edge and centres a single point', () => {
    expect([0, 1, 2].map((index) => pointAt(index, 3))).to.deep.equal([0, 50, 100]);
    expect(pointAt(0, 1)).to.equal(50);
  });

  it('draws zero at the bottom and the end of the axis at the top', () => {
    expect(linePath([0, 10], 10)).to.equal('M0.00 100.00L100.00 0.00');
  });

  it('labels at most the given number of points, always including the last', () => {
    expect(labelsOf(7, 7)).to.deep.equal([0, 1, 2, 3, 4, 5, 6]);
    expect(labelsOf(30, 6)).to.deep.equal([4, 9, 14, 19, 24, 29]);
    expect(labelsOf(0, 6)).to.deep.equal([]);
  });
});
