import { expect } from 'chai';
import { changedLimits, limitErrors } from './limit-values.ts';

const noLimits = { sale: null, withdrawal: null, withdrawalsPerDay: null };

describe('Form of what a platform may do at most', () => {
  it('lists what was changed meanwhile, including limits that were added or removed', () => {
    expect(changedLimits(noLimits, { ...noLimits })).to.deep.equal([]);
    const before = { ...noLimits, sale: 900_00, withdrawal: 100_00 };
    const after = { ...noLimits, sale: 800_00, withdrawalsPerDay: 50_00 };
    expect(changedLimits(before, after)).to.deep.equal([
      { path: 'sale', before: 900_00, after: 800_00 },
      { path: 'withdrawal', before: 100_00, after: null },
      { path: 'withdrawalsPerDay', before: null, after: 50_00 },
    ]);
  });

  it('refuses a limit of zero, and accepts an empty field', () => {
    expect(limitErrors(noLimits)).to.deep.equal({});
    expect(limitErrors({ ...noLimits, sale: 1, withdrawal: 0 })).to.deep.equal({
      withdrawal: 'tooSmall',
    });
  });
});
