import { expect } from 'chai';
import fc from 'fast-check';
import { jsonDifferences } from './json-difference.ts';

describe('the difference between two JSON values', () => {
  it('names each leaf that changed by its path', () => {
    const before = { status: 'PENDING', postings: [{ amount: 100 }, { amount: 5 }] };
    const after = { status: 'APPROVED', postings: [{ amount: 100 }, { amount: 7 }] };
    expect(jsonDifferences(before, after)).to.deep.equal([
      { path: 'status', before: 'PENDING', after: 'APPROVED' },
      { path: 'postings[1].amount', before: 5, after: 7 },
    ]);
  });

  it('shows what was added and what was taken away', () => {
    expect(jsonDifferences({ a: 1, list: [1, 2] }, { b: 2, list: [1] })).to.deep.equal([
      { path: 'a', before: 1, after: undefined },
      { path: 'list[1]', before: 2, after: undefined },
      { path: 'b', before: undefined, after: 2 },
    ]);
  });

  it('tells null, an empty list and an empty object apart', () => {
    expect(jsonDifferences(null, {})).to.have.lengthOf(1);
    expect(jsonDifferences([], {})).to.have.lengthOf(1);
    expect(jsonDifferences({ a: null }, { a: 0 })).to.have.lengthOf(1);
  });

  it('is empty for a value and its copy, whatever the value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(jsonDifferences(value, structuredClone(value))).to.deep.equal([]);
      }),
    );
  });
});
