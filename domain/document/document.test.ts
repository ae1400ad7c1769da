import { expect } from 'chai';
import { sampleNow as now } from '#/domain/testing/samples.ts';
import { document, type DocumentClaim, type DocumentHolder } from './document.ts';

const claim = (sellerId: string, after: DocumentHolder | null, review = 0): DocumentClaim => ({
  type: 'Claim',
  platformId: 'demo',
  sellerId,
  review,
  after,
  now,
});

describe('Document of a platform’s sellers', () => {
  const { initial, decide, evolve } = document;
  const first = { sellerId: 'seller-1', review: 0 };

  it('belongs to the seller who is approved with it first', () => {
    const events = decide(claim('seller-1', null), initial);
    expect(events).to.deep.equal([
      {
        type: 'DocumentClaimed',
        data: { platformId: 'demo', sellerId: 'seller-1', review: 0, at: now },
      },
    ]);
    const claimed = events.reduce(evolve, initial);
    expect(decide(claim('seller-1', null), claimed)).to.deep.equal([]);
    expect(() => decide(claim('seller-2', null), claimed)).to.throw('receiver/document-taken');
  });

  it('passes to another seller only in place of the very claim that was found to be no longer valid', () => {
    const claimed = decide(claim('seller-1', null), initial).reduce(evolve, initial);
    const passed = decide(claim('seller-2', first), claimed).reduce(evolve, claimed);
    expect(passed).to.deep.equal({ holder: { sellerId: 'seller-2', review: 0 } });
    expect(() => decide(claim('seller-3', first), passed)).to.throw('receiver/document-taken');
  });

  it('does not pass to another once it was claimed for another approval of the same seller', () => {
    const claimed = decide(claim('seller-1', null), initial).reduce(evolve, initial);
    const renewed = decide(claim('seller-1', first, 2), claimed).reduce(evolve, claimed);
    expect(renewed).to.deep.equal({ holder: { sellerId: 'seller-1', review: 2 } });
    expect(() => decide(claim('seller-2', first), renewed)).to.throw('receiver/document-taken');
    expect(decide(claim('seller-1', null, 1), renewed), 'a late call').to.deep.equal([]);
  });
});
