import { expect } from 'chai';
import fc from 'fast-check';
import { positiveCents } from '#/domain/values/money.ts';
import { platformLimits, requireSaleWithin, withdrawalsWithin } from './limits.ts';

const amount = fc.integer({ min: 1, max: 1_000 }).map((each) => positiveCents.parse(each));

describe('What a platform may do at most', () => {
  it('is anything, as long as masters have set no limit', () => {
    const withdrawals = { largest: positiveCents.parse(1), fee: 2 };
    expect(withdrawalsWithin(undefined, withdrawals)).to.deep.equal(withdrawals);
    expect(withdrawalsWithin({}, {})).to.deep.equal({});
    requireSaleWithin(undefined, positiveCents.parse(99_999_999_99));
  });

  it('is a purchase of the whole limit, and none above it', () => {
    fc.assert(
      fc.property(amount, amount, (sale, price) => {
        const buy = () => requireSaleWithin({ limits: { sale } }, price);
        if (price <= sale) buy();
        else expect(buy).to.throw().with.property('code', 'offer/above-limit');
      }),
    );
  });

  it('is, for a withdrawal and a day, the smallest limit of those that are set', () => {
    const optionalAmount = fc.option(amount, { nil: undefined });
    fc.assert(
      fc.property(
        optionalAmount,
        optionalAmount,
        optionalAmount,
        optionalAmount,
        (largest, largestPerDay, withdrawal, day) => {
          const limits = platformLimits.parse({
            ...(withdrawal !== undefined && { withdrawal }),
            ...(day !== undefined && { withdrawalsPerDay: day }),
          });
          const effective = withdrawalsWithin({ limits }, { largest, largestPerDay });
          const smallest = (one = Infinity, other = Infinity) => Math.min(one, other);
          expect(effective.largest ?? Infinity).to.equal(smallest(largest, withdrawal));
          expect(effective.largestPerDay ?? Infinity).to.equal(smallest(largestPerDay, day));
        },
      ),
    );
  });
});
