import { expect } from 'chai';
import { extendTrail, newTrail, placeIn } from './cursor-trail.ts';

describe('Paging by cursors', () => {
  const threePages = extendTrail(extendTrail(newTrail, undefined, 'b'), 'b', 'c');

  it('counts the visited pages and leads back through them', () => {
    expect(placeIn(threePages, 'c')).to.deep.equal({ page: 3, previous: 'b', hasPrevious: true });
    expect(placeIn(threePages, 'b')).to.deep.equal({
      page: 2,
      previous: undefined,
      hasPrevious: true,
    });
    expect(placeIn(threePages, undefined).hasPrevious).to.equal(false);
  });

  it('discards the later pages when it continues from an earlier one', () => {
    expect(extendTrail(threePages, undefined, 'x')).to.deep.equal([undefined, 'x']);
  });

  it('leads from a page opened by a link back to the first page, without a page number', () => {
    const place = placeIn(newTrail, 'm');
    expect(place).to.deep.equal({ page: undefined, previous: undefined, hasPrevious: true });
    const extended = extendTrail(newTrail, 'm', 'n');
    expect(placeIn(extended, 'n')).to.deep.equal({
      page: undefined,
      previous: 'm',
      hasPrevious: true,
    });
  });
});
