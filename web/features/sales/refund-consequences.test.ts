import { expect } from 'chai';
import fc from 'fast-check';
import { cents } from '#/domain/values/money.ts';
import { subtractReversals, divideReversal, type Division } from '#/domain/payment/receivables.ts';
import { needsTypedAmount, refundConsequences } from './refund-consequences.ts';

const parts = { net: 91_12, fee: 5_88, interest: 0 };
const DAY = '2026-11-20';
/** The largest amount of a payment, in cents. */
const MOST = 99_999_999_99;
const sale = { parts, partsLeft: parts };

describe('Consequences of a refund', () => {
  it('takes the whole net amount from the seller in a full refund', () => {
    const whole = refundConsequences(sale, 97_00);
    expect(whole).to.deep.equal({ toBuyer: 97_00, fromSeller: 91_12, left: 0 });
  });

  it('predicts to the cent what the ledger takes from the seller, also after earlier refunds', () => {
    const part = fc.nat({ max: MOST / 3 });
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    // After every second refund the oldest one fails, and its money is refundable again.
    const cases = fc.tuple(part, part, part, fc.array(share, { maxLength: 6 }), share);
    fc.assert(
      fc.property(cases, ([net, fee, interest, earlierShares, lastShare]) => {
        const divided = { net: cents(net), fee: cents(fee), interest: cents(interest) };
        const receivable = { installment: 1, amount: cents(net), dueOn: DAY, releaseOn: DAY };
        const whole = { parts: divided, receivables: [receivable] };
        let refunds: Division[] = [];
        const partsLeft = () => subtractReversals(whole, refunds);
        const leftTotal = () => partsLeft().net + partsLeft().fee + partsLeft().interest;
        const amountOf = (ofLeft: number) => cents(Math.floor(leftTotal() * ofLeft));
        for (const [index, ofLeft] of earlierShares.entries()) {
          refunds.push(divideReversal(whole, refunds, amountOf(ofLeft)));
          if (index % 2 === 1) refunds = refunds.slice(1);
        }
        const requested = amountOf(lastShare);
        const ledger = divideReversal(whole, refunds, requested);
        const predicted = refundConsequences({ parts: divided, partsLeft: partsLeft() }, requested);
        expect(predicted.fromSeller).to.equal(ledger.parts.net);
        expect(predicted.left).to.equal(leftTotal() - requested);
      }),
    );
  });

  it('requires the amount to be typed as confirmation from R$ 1.000,00 upwards', () => {
    expect(needsTypedAmount(999_99, 2_000_00)).to.equal(false);
    expect(needsTypedAmount(1_000_00, 2_000_00)).to.equal(true);
  });

  it('requires no confirmation of an amount above what can be refunded', () => {
    expect(needsTypedAmount(1_000_00, 97_00)).to.equal(false);
  });
});
