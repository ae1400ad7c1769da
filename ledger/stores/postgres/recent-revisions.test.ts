import { expect } from 'chai';
import { RecentRevisions } from './recent-revisions.ts';

describe('The recent revisions', () => {
  it('keep the newest half of their capacity at least, and the whole at most', () => {
    const recent = new RecentRevisions(10);
    for (let n = 0; n < 103; n += 1) recent.set(`note-${n}`, n);
    const known = Array.from({ length: 103 }, (_, n) => recent.get(`note-${n}`));
    expect(known.slice(98)).to.deep.equal([98, 99, 100, 101, 102]);
    expect(known.filter((revision) => revision !== undefined).length).to.be.within(5, 10);
  });

  it('answer the last revision of a stream that keeps moving, and nothing once forgotten', () => {
    const recent = new RecentRevisions(4);
    for (let n = 0; n < 9; n += 1) {
      recent.set('note-moving', n);
      recent.set(`note-${n}`, 0);
      expect(recent.get('note-moving')).to.equal(n);
    }
    recent.forget();
    expect(recent.get('note-moving')).to.equal(undefined);
  });
});
