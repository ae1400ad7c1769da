import { expect } from 'chai';
import fc from 'fast-check';
import { appliedFacts, hasApplied, latestApplied, withApplied } from './applied-facts.ts';

describe('applied facts', () => {
  it('remember every one, and carry the latest thousand in order', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3_500 }), (count) => {
        const ids = Array.from({ length: count }, (_, index) => `fact-${index}`);
        const facts = ids.reduce(withApplied, appliedFacts([]));
        expect(ids.every((id) => hasApplied(facts, id))).to.equal(true);
        expect(hasApplied(facts, 'another')).to.equal(false);
        expect(latestApplied(facts)).to.deep.equal(ids.slice(-1_000));
      }),
      { numRuns: 20 },
    );
  });

  it('are values: adding to one leaves it as it was', () => {
    const before = appliedFacts(['a']);
    withApplied(before, 'b');
    expect(hasApplied(before, 'b')).to.equal(false);
  });
});
