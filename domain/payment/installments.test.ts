import { expect } from 'chai';
import { cents } from '#/domain/values/money.ts';
import { samplePlatform } from '#/domain/testing/samples.ts';
import { installmentOptions } from './installments.ts';

const rules = {
  ...samplePlatform.installments,
  maximum: 12,
  interestFree: 3,
  minimumValue: cents(500),
};

describe('Minimum value of an instalment', () => {
  it('offers 1, 2 and 3 instalments, and no plan below the minimum value (money.11)', () => {
    const numbers = installmentOptions(cents(2_000), rules).map((each) => each.installmentNumber);
    expect(numbers.slice(0, 3)).to.deep.equal([1, 2, 3]);
    for (const { installmentNumber, installmentValue } of installmentOptions(cents(2_000), rules))
      expect(installmentValue, `${installmentNumber}`).to.be.at.least(500);
  });

  it('offers a single payment even when the price is below the minimum value of an instalment', () => {
    const cheap = installmentOptions(cents(300), rules);
    expect(cheap.map((each) => each.installmentNumber)).to.deep.equal([1]);
    expect(cheap[0]).to.include({ installmentValue: 300, total: 300, interest: 0 });
  });
});
