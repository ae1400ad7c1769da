import { expect } from 'chai';
import fc from 'fast-check';
import { set } from 'react-hook-form';
import { ownTerms } from '#/api/contract/seller-terms.ts';
import { samplePlatform } from '#/domain/testing/samples.ts';
import {
  effectiveTermsOf,
  ownDraft,
  ownErrors,
  ownFields,
  ownTermsIn,
  type OwnTerms,
} from './own-terms-draft.ts';
import type { PlatformTerms, TermsDraft } from './terms-fields.ts';

const { name, fees, clearingDays, installments, expiry, withdrawals } = samplePlatform;
const platform: PlatformTerms = {
  name,
  fees,
  clearingDays,
  installments,
  expiry,
  withdrawals,
  maintenance: { notice: '' },
};

/** A seller's draft with these values, by path. */
const draftWith = (values: Readonly<Record<string, number | null>>): TermsDraft => {
  const draft = ownDraft({}, platform);
  for (const [path, value] of Object.entries(values)) set(draft, path, value);
  return draft;
};

describe('Fields of a seller’s own terms', () => {
  it('are the number fields of the platform’s terms, except the expiry of payments and the hours of a new destination', () => {
    const filledIn = ownTermsIn(
      draftWith(Object.fromEntries(ownFields.map(({ path }) => [path, 1]))),
    );
    expect(filledIn).to.have.all.keys('fees', 'clearingDays', 'installments', 'withdrawals');
    expect(ownTerms.safeParse(filledIn).success).to.equal(true);
    expect(ownFields).to.have.length(30);
  });

  it('follow the platform where they are empty, and are saved only where they are filled in', () => {
    expect(ownTermsIn(ownDraft({}, platform))).to.deep.equal({});
    const own: OwnTerms = { fees: { PIX: { percent: 299 } }, withdrawals: { fee: 0 } };
    const draft = ownDraft(own, platform);
    expect(ownTermsIn(draft)).to.deep.equal(own);
    const effective = effectiveTermsOf(draft, platform);
    expect(effective.fees.PIX).to.deep.equal({ percent: 299, fixed: platform.fees.PIX.fixed });
    expect(effective.withdrawals).to.include({ ...platform.withdrawals, fee: 0, largest: null });
    expect(effective.installments).to.deep.equal(platform.installments);
  });

  it('are wrong exactly where the server refuses them', () => {
    const edges = ownFields.flatMap(({ path, least, most }) =>
      [least - 1, least, most, most + 1, null].map((value) => ({ path, value })),
    );
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...edges), { maxLength: 4 }), (edits) => {
        const values = new Map(edits.map(({ path, value }) => [path, value]));
        const draft = draftWith(Object.fromEntries(values));
        const input: object = {};
        for (const [path, value] of values) if (value !== null) set(input, path, value);
        expect(ownTermsIn(draft) !== undefined, JSON.stringify(edits)).to.equal(
          ownTerms.safeParse(input).success,
        );
      }),
    );
  });

  it('say what is wrong with each', () => {
    const draft = draftWith({
      'installments.maximum': 3,
      'installments.interestFree': 4,
      'clearingDays.PIX': 366,
      'withdrawals.largest': 0,
      'withdrawals.approvalAbove': 200,
      'withdrawals.secondApprovalAbove': 100,
    });
    const wrong = Object.entries(ownErrors(draft)).filter(([, error]) => error !== undefined);
    expect(Object.fromEntries(wrong)).to.deep.equal({
      'installments.interestFree': 'aboveMaximum',
      'clearingDays.PIX': 'clearingDays',
      'withdrawals.largest': 'limit',
      'withdrawals.secondApprovalAbove': 'belowFirst',
    });
  });
});
