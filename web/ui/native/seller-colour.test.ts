import { expect } from 'chai';
import fc from 'fast-check';
import { DEFAULT_PRIMARY, contrastRatio, sellerColours, sellerStyle } from './seller-colour.ts';

const colour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe("the seller's colour", () => {
  it('measures contrast as WCAG does', () => {
    expect(contrastRatio('#ffffff', '#0762d1')).to.be.closeTo(5.71, 0.01);
    expect(contrastRatio('#ffffff', '#ffeb3b')).to.be.closeTo(1.22, 0.01);
  });

  it('keeps the default blue as it is, with white on it', () => {
    expect(sellerColours('')).to.deep.equal({
      primary: DEFAULT_PRIMARY,
      onPrimary: '#ffffff',
      ink: DEFAULT_PRIMARY,
    });
  });

  it('can be read on and as text, whatever was chosen', () => {
    fc.assert(
      fc.property(colour, (chosen) => {
        const { primary, onPrimary, ink } = sellerColours(chosen);
        expect(contrastRatio(primary, onPrimary)).to.be.at.least(4.5);
        expect(contrastRatio(ink, '#ffffff')).to.be.at.least(4.5);
        expect(contrastRatio(ink, '#f4f6f9')).to.be.at.least(4.5);
      }),
    );
  });

  it('lets nothing but a colour into the style sheet', () => {
    expect(sellerStyle('red}body{display:none')).to.equal(sellerStyle(DEFAULT_PRIMARY));
  });
});
