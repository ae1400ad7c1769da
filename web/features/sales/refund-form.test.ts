import { expect } from 'chai';
import { refundErrors, createWholeRefund, type RefundValues } from './refund-form.ts';

const REFUNDABLE = 2_000_00;
const note = 'desistiu';

const errorsIn = (values: Partial<RefundValues>) =>
  refundErrors({ ...createWholeRefund(REFUNDABLE), note, ...values }, REFUNDABLE);

describe('Refund form', () => {
  it('starts with the full amount and requires a reason, and for a large amount its confirmation', () => {
    expect(refundErrors(createWholeRefund(97_00), 97_00)).to.deep.equal({
      amount: undefined,
      note: 'noteShort',
      typed: undefined,
    });
    expect(errorsIn({}).typed).to.equal('typeAmountWrong');
  });

  it('accepts a partial refund with a reason, and a full refund that was confirmed', () => {
    const noErrors = { amount: undefined, note: undefined, typed: undefined };
    expect(errorsIn({ kind: 'partial', amount: 1 })).to.deep.equal(noErrors);
    expect(errorsIn({ typed: REFUNDABLE })).to.deep.equal(noErrors);
  });

  it('reports an amount that is missing or above what can be refunded', () => {
    expect(errorsIn({ amount: null }).amount).to.equal('amountMissing');
    expect(errorsIn({ amount: 0 }).amount).to.equal('amountMissing');
    expect(errorsIn({ amount: REFUNDABLE + 1 })).to.include({
      amount: 'amountTooHigh',
      typed: undefined,
    });
  });

  it('does not count spaces towards the length of a reason', () => {
    expect(errorsIn({ note: ' oi ' }).note).to.equal('noteShort');
  });

  it('rejects a confirmation that differs from the refunded amount', () => {
    expect(errorsIn({ amount: 1_500_00, typed: 1_500_01 }).typed).to.equal('typeAmountWrong');
    expect(errorsIn({ amount: 1_500_00, typed: 1_500_00 }).typed).to.equal(undefined);
  });
});
