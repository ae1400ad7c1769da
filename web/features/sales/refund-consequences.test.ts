import { expect } from 'chai';
import fc from 'fast-check';
import { cents } from '#/domain/money.ts';
import { takeBack } from '#/domain/payment/receivables.ts';
import { needsTypedAmount, refundConsequences } from './refund-consequences.ts';

const parts = { net: 91_12, fee: 5_88, interest: 0 };
/** The maximum amount of a payment. */
const MOST = 99_999_999_99;
const sale = { amount: 97_00, parts, refundable: 97_00 };

describe('what a refund will do', () => {
  it('takes the whole net from the seller when all is refunded', () => {
    const whole = refundConsequences(sale, 97_00);
    expect(whole).to.deep.equal({ toBuyer: 97_00, fromSeller: 91_12, left: 0 });
  });

  it('is what the ledger will take from the seller, to the cent, also of the second of several', () => {
    const amounts = fc.tuple(
      fc.nat({ max: MOST / 3 }),
      fc.nat({ max: MOST / 3 }),
      fc.nat({ max: MOST / 3 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
    );
    fc.assert(
      fc.property(amounts, ([net, fee, interest, before, share]) => {
        const amount = net + fee + interest;
        fc.pre(amount > 0);
        const went = Math.floor(amount * before);
        const asked = Math.min(amount - went, Math.max(1, Math.floor(amount * share)));
        fc.pre(asked > 0);
        const divided = { net: cents(net), fee: cents(fee), interest: cents(interest) };
        const one = {
          installment: 1,
          amount: cents(net),
          dueOn: '2026-11-20',
          releaseOn: '2026-11-20',
        };
        const ledger = takeBack(divided, [one], cents(went), cents(asked));
        const reported = refundConsequences(
          { amount, parts: divided, refundable: amount - went },
          asked,
        );
        expect(reported.fromSeller).to.equal(ledger.parts.net);
        expect(reported.left).to.equal(amount - went - asked);
      }),
    );
  });

  it('asks for the amount to be typed from R$ 1.000,00 on', () => {
    expect(needsTypedAmount(999_99, 2_000_00)).to.equal(false);
    expect(needsTypedAmount(1_000_00, 2_000_00)).to.equal(true);
  });

  it('does not ask to confirm more than can be refunded', () => {
    expect(needsTypedAmount(1_000_00, 97_00)).to.equal(false);
  });
});
