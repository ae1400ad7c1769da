import { expect } from 'chai';
import { changedLimits, limitErrors } from './limit-values.ts';

const none = { sale: null, withdrawal: null, withdrawalsPerDay: null };

describe('Form of what a platform may do at most', () => {
  it('lists what was changed meanwhile, also limits that were set or taken away', () => {
    expect(changedLimits(none, { ...none })).to.deep.equal([]);
    const before = { ...none, sale: 900_00, withdrawal: 100_00 };
    const after = { ...none, sale: 800_00, withdrawalsPerDay: 50_00 };
    expect(changedLimits(before, after)).to.deep.equal([
      { path: 'sale', before: 900_00, after: 800_00 },
      { path: 'withdrawal', before: 100_00, after: null },
      { path: 'withdrawalsPerDay', before: null, after: 50_00 },
    ]);
  });

  it('takes no limit of nothing, but an empty field', () => {
    expect(limitErrors(none)).to.deep.equal({});
    expect(limitErrors({ ...none, sale: 1, withdrawal: 0 })).to.deep.equal({
      withdrawal: 'tooSmall',
    });
  });
});
