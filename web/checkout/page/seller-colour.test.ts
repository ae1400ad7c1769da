import { expect } from 'chai';
import fc from 'fast-check';
import { contrastRatio } from '#/web/ui/native/contrast.ts';
import { DEFAULT_PRIMARY, sellerColours, sellerStyle } from './seller-colour.ts';

const colour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe('Seller’s colour', () => {
  it('is the default blue, with white text on it, when none was chosen', () => {
    expect(sellerColours('')).to.deep.equal({
      primary: DEFAULT_PRIMARY,
      onPrimary: '#ffffff',
      ink: DEFAULT_PRIMARY,
    });
  });

  it('is readable as a background and as text, whatever colour the seller chose', () => {
    fc.assert(
      fc.property(colour, (chosen) => {
        const { primary, onPrimary, ink } = sellerColours(chosen);
        expect(contrastRatio(primary, onPrimary)).to.be.at.least(4.5);
        expect(contrastRatio(ink, '#ffffff')).to.be.at.least(4.5);
        expect(contrastRatio(ink, '#f4f6f9')).to.be.at.least(4.5);
      }),
    );
  });

  it('is replaced by the default in the style sheet when the value is not a colour', () => {
    expect(sellerStyle('red}body{display:none')).to.equal(sellerStyle(DEFAULT_PRIMARY));
  });
});
