import { expect } from 'chai';
import { contrastRatio } from './contrast.ts';

describe('Contrast of two colours', () => {
  it('is measured as WCAG defines it', () => {
    expect(contrastRatio('#ffffff', '#0762d1')).to.be.closeTo(5.71, 0.01);
    expect(contrastRatio('#ffffff', '#ffeb3b')).to.be.closeTo(1.22, 0.01);
  });
});
