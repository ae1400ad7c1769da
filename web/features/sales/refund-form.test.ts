import { expect } from 'chai';
import { refundErrors, wholeRefund, type RefundValues } from './refund-form.ts';

const REFUNDABLE = 2_000_00;
const note = 'desistiu';

const errorsIn = (values: Partial<RefundValues>) =>
  refundErrors({ ...wholeRefund(REFUNDABLE), note, ...values }, REFUNDABLE);

describe('the form of a refund', () => {
  it('starts with all that is left, and lacks a reason and the confirmation of so much', () => {
    expect(refundErrors(wholeRefund(97_00), 97_00)).to.deep.equal({
      amount: undefined,
      note: 'noteShort',
      typed: undefined,
    });
    expect(errorsIn({}).typed).to.equal('typeAmountWrong');
  });

  it('is right with an amount up to what is left and a reason', () => {
    const right = { amount: undefined, note: undefined, typed: undefined };
    expect(errorsIn({ kind: 'partial', amount: 1 })).to.deep.equal(right);
    expect(errorsIn({ typed: REFUNDABLE })).to.deep.equal(right);
  });

  it('says when the amount is missing or more than what is left', () => {
    expect(errorsIn({ amount: null }).amount).to.equal('amountMissing');
    expect(errorsIn({ amount: 0 }).amount).to.equal('amountMissing');
    expect(errorsIn({ amount: REFUNDABLE + 1 })).to.include({
      amount: 'amountTooHigh',
      typed: undefined,
    });
  });

  it('counts no spaces as a reason', () => {
    expect(errorsIn({ note: ' oi ' }).note).to.equal('noteShort');
  });

  it('is not confirmed by another amount', () => {
    expect(errorsIn({ amount: 1_500_00, typed: 1_500_01 }).typed).to.equal('typeAmountWrong');
    expect(errorsIn({ amount: 1_500_00, typed: 1_500_00 }).typed).to.equal(undefined);
  });
});
