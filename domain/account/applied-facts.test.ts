import { expect } from 'chai';
import fc from 'fast-check';
import { appliedFacts, hasApplied, withApplied } from './applied-facts.ts';

describe('Applied facts', () => {
  it('remembers every id', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3_500 }), (count) => {
        const ids = Array.from({ length: count }, (_, index) => `fact-${index}`);
        const facts = ids.reduce(withApplied, appliedFacts([]));
        expect(ids.every((id) => hasApplied(facts, id))).to.equal(true);
        expect(hasApplied(facts, 'another')).to.equal(false);
      }),
      { numRuns: 20 },
    );
  });

  it('leaves the original unchanged when an id is added', () => {
    const original = appliedFacts(['a']);
    withApplied(original, 'b');
    expect(hasApplied(original, 'b')).to.equal(false);
  });
});
