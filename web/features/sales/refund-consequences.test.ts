import { expect } from 'chai';
import fc from 'fast-check';
import { cents } from '#/domain/money.ts';
import { takeBack } from '#/domain/payment/receivables.ts';
import { needsTypedAmount, refundConsequences } from './refund-consequences.ts';

const parts = { net: 91_12, fee: 5_88, interest: 0 };
/** The maximum amount of a payment. */
const MOST = 99_999_999_99;
const sale = { amount: 97_00, parts, refundable: 97_00 };

describe('Consequences of a refund', () => {
  it('takes the whole net amount from the seller in a full refund', () => {
    const whole = refundConsequences(sale, 97_00);
    expect(whole).to.deep.equal({ toBuyer: 97_00, fromSeller: 91_12, left: 0 });
  });

  it('predicts to the cent what the ledger takes from the seller, also after earlier refunds', () => {
    const amounts = fc.tuple(
      fc.nat({ max: MOST / 3 }),
      fc.nat({ max: MOST / 3 }),
      fc.nat({ max: MOST / 3 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
    );
    fc.assert(
      fc.property(amounts, ([net, fee, interest, earlierPart, requestedPart]) => {
        const amount = net + fee + interest;
        fc.pre(amount > 0);
        const refunded = Math.floor(amount * earlierPart);
        const requested = Math.min(
          amount - refunded,
          Math.max(1, Math.floor(amount * requestedPart)),
        );
        fc.pre(requested > 0);
        const divided = { net: cents(net), fee: cents(fee), interest: cents(interest) };
        const receivable = {
          installment: 1,
          amount: cents(net),
          dueOn: '2026-11-20',
          releaseOn: '2026-11-20',
        };
        const ledger = takeBack(divided, [receivable], cents(refunded), cents(requested));
        const predicted = refundConsequences(
          { amount, parts: divided, refundable: amount - refunded },
          requested,
        );
        expect(predicted.fromSeller).to.equal(ledger.parts.net);
        expect(predicted.left).to.equal(amount - refunded - requested);
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
