import { expect } from 'chai';
import { sampleNow as now } from '#/domain/testing/samples.ts';
import { document, type DocumentClaim } from './document.ts';

const claim = (sellerId: string, after: string | null): DocumentClaim => ({
  type: 'Claim',
  platformId: 'demo',
  sellerId,
  after,
  now,
});

describe('Document of a platform’s sellers', () => {
  const { initial, decide, evolve } = document;

  it('is of who is approved with it first, and stays theirs', () => {
    const events = decide(claim('seller-1', null), initial);
    expect(events).to.deep.equal([
      { type: 'DocumentClaimed', data: { platformId: 'demo', sellerId: 'seller-1', at: now } },
    ]);
    const held = events.reduce(evolve, initial);
    expect(decide(claim('seller-1', null), held)).to.deep.equal([]);
    expect(() => decide(claim('seller-2', null), held)).to.throw('receiver/document-taken');
  });

  it('passes to another only in place of the one who was seen to be gone', () => {
    const held = decide(claim('seller-1', null), initial).reduce(evolve, initial);
    const passed = decide(claim('seller-2', 'seller-1'), held).reduce(evolve, held);
    expect(passed).to.deep.equal({ holder: 'seller-2' });
    expect(() => decide(claim('seller-3', 'seller-1'), passed)).to.throw('receiver/document-taken');
  });
});
