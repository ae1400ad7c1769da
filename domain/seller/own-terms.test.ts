import { expect } from 'chai';
import fc from 'fast-check';
import { platformTerms } from '#/domain/platform/platform.ts';
import { samplePlatform } from '#/domain/testing/samples.ts';
import { isSameLimits, ownTermsFrom, termsFor } from './own-terms.ts';

/** The paths of all figures in a seller's own terms. */
const PATHS = [
  ...['PIX', 'CREDIT_CARD', 'BILLET'].flatMap((method) => [
    `fees.${method}.percent`,
    `fees.${method}.fixed`,
    `clearingDays.${method}`,
  ]),
  ...['maximum', 'interestFree', 'minimumValue'].map((name) => `installments.${name}`),
  ...Object.keys(samplePlatform.installments.fees).map((name) => `installments.fees.${name}`),
  'withdrawals.fee',
  'withdrawals.minimum',
];

/** The limits, which a platform may leave unset. */
const LIMITS = ['largest', 'largestPerDay', 'approvalAbove', 'secondApprovalAbove'].map(
  (name) => `withdrawals.${name}`,
);

const valueAt = (record: object, path: string): unknown =>
  path.split('.').reduce<unknown>((inner, name) => Object(inner)[name], record);

const termsWith = (values: Readonly<Record<string, number>>): object => {
  const terms = {};
  for (const [path, value] of Object.entries(values)) {
    const names = path.split('.');
    const last = names.pop() ?? '';
    let inner: Record<string, unknown> = terms;
    for (const name of names) inner = Object((inner[name] ??= {}));
    inner[last] = value;
  }
  return terms;
};

describe('Terms of a seller', () => {
  it('are the platform’s in every figure that is not set, and the seller’s in those that are', () => {
    const paths = [...PATHS, ...LIMITS];
    const figures = fc.dictionary(fc.constantFrom(...paths), fc.integer({ min: 1, max: 12 }), {
      noNullPrototype: true,
    });
    fc.assert(
      fc.property(figures, (values) => {
        const effective = termsFor(samplePlatform, ownTermsFrom(termsWith(values)));
        for (const path of paths)
          expect(valueAt(effective, path), path).to.equal(
            values[path] ?? valueAt(samplePlatform, path),
          );
        const { name, routes, expiry } = effective;
        expect({ name, routes, expiry }).to.deep.equal({
          name: samplePlatform.name,
          routes: samplePlatform.routes,
          expiry: samplePlatform.expiry,
        });
      }),
    );
  });

  it('have every figure of a platform’s terms but the time that buyers have to pay', () => {
    const pathsIn = (record: object, path = ''): readonly string[] =>
      Object.entries(record).flatMap(([name, inner]) =>
        typeof inner === 'object' && inner !== null
          ? pathsIn(inner, `${path}${name}.`)
          : [`${path}${name}`],
      );
    const { name: _, expiry: __, ...ofSellers } = platformTerms.strip().parse(samplePlatform);
    expect(pathsIn(ofSellers)).to.have.members(PATHS);
  });

  it('have limits of payouts, which are compared apart from the other terms', () => {
    const limited = ownTermsFrom({ withdrawals: { fee: 1, largest: 500 } });
    expect(isSameLimits(limited, ownTermsFrom({ withdrawals: { largest: 500 } }))).to.equal(true);
    expect(isSameLimits(limited, ownTermsFrom({ withdrawals: { largest: 501 } }))).to.equal(false);
    expect(isSameLimits(limited, undefined)).to.equal(false);
    expect(isSameLimits(undefined, ownTermsFrom({ withdrawals: { fee: 1 } }))).to.equal(true);
    expect(() => ownTermsFrom({ withdrawals: { approvalAbove: 0 } })).to.throw();
  });

  it('are stored in one form, and are undefined when nothing is set', () => {
    const empty = { fees: { PIX: {} }, installments: { fees: {} }, withdrawals: {} };
    expect(ownTermsFrom(empty)).to.equal(undefined);
    const ownTerms = { withdrawals: { fee: 0 }, fees: { CREDIT_CARD: { fixed: 10, percent: 5 } } };
    expect(JSON.stringify(ownTermsFrom({ ...ownTerms, clearingDays: {} }))).to.equal(
      JSON.stringify({
        fees: { CREDIT_CARD: { percent: 5, fixed: 10 } },
        withdrawals: { fee: 0 },
      }),
    );
    expect(() => ownTermsFrom({ expiry: { pixSeconds: 60 } })).to.throw();
  });
});
