import { expect } from 'chai';
import { extendTrail, newTrail, placeIn } from './cursor-trail.ts';

describe('paging through a list that only knows its next page', () => {
  const third = extendTrail(extendTrail(newTrail, undefined, 'b'), 'b', 'c');

  it('counts pages and goes back the way it came', () => {
    expect(placeIn(third, 'c')).to.deep.equal({ page: 3, previous: 'b', hasPrevious: true });
    expect(placeIn(third, 'b')).to.deep.equal({ page: 2, previous: undefined, hasPrevious: true });
    expect(placeIn(third, undefined).hasPrevious).to.equal(false);
  });

  it('forgets what lay beyond when it goes on from an earlier page', () => {
    expect(extendTrail(third, undefined, 'x')).to.deep.equal([undefined, 'x']);
  });

  it('leads from a link into the middle back to the first page, without inventing a number', () => {
    const place = placeIn(newTrail, 'm');
    expect(place).to.deep.equal({ page: undefined, previous: undefined, hasPrevious: true });
    const on = extendTrail(newTrail, 'm', 'n');
    expect(placeIn(on, 'n')).to.deep.equal({ page: undefined, previous: 'm', hasPrevious: true });
  });
});
