import { expect } from 'chai';
import { cents } from '#/domain/money.ts';
import { samplePlatform } from '#/domain/testing/samples.ts';
import { installmentOptions } from './installments.ts';

const rules = {
  ...samplePlatform.installments,
  maximum: 12,
  interestFree: 3,
  minimumValue: cents(500),
};

describe('instalments', () => {
  it('are those from 1 to the allowed count whose value is at least the minimum (money.11)', () => {
    const numbers = installmentOptions(cents(2_000), rules).map((each) => each.installmentNumber);
    expect(numbers.slice(0, 3)).to.deep.equal([1, 2, 3]);
    for (const { installmentNumber, installmentValue } of installmentOptions(cents(2_000), rules))
      expect(installmentValue, `${installmentNumber}`).to.be.at.least(500);
  });

  it('do not stand in the way of paying at once: the minimum is of a part, and one payment is no part', () => {
    const cheap = installmentOptions(cents(300), rules);
    expect(cheap.map((each) => each.installmentNumber)).to.deep.equal([1]);
    expect(cheap[0]).to.include({ installmentValue: 300, total: 300, interest: 0 });
  });
});
