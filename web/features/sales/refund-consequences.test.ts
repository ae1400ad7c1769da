import { expect } from 'chai';
import { needsTypedAmount, refundConsequences } from './refund-consequences.ts';

const sale = { amount: 97_00, net: 91_12, refundable: 97_00 };

describe('what a refund will do', () => {
  it('takes the whole net from the seller when all is refunded', () => {
    const whole = refundConsequences(sale, 97_00);
    expect(whole).to.deep.equal({ toBuyer: 97_00, fromSeller: 91_12, left: 0 });
  });

  it('takes a share of the net when part is refunded', () => {
    const part = refundConsequences(sale, 30_00);
    expect(part).to.deep.equal({ toBuyer: 30_00, fromSeller: 28_18, left: 67_00 });
  });

  it('is exact for the largest sale there can be', () => {
    const large = { amount: 9_999_999_999, net: 9_999_999_998, refundable: 9_999_999_999 };
    expect(refundConsequences(large, 9_999_999_998).fromSeller).to.equal(9_999_999_997);
  });

  it('asks for the amount to be typed from R$ 1.000,00 on', () => {
    expect(needsTypedAmount(999_99)).to.equal(false);
    expect(needsTypedAmount(1_000_00)).to.equal(true);
  });
});
