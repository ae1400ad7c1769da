import { expect } from 'chai';
import fc from 'fast-check';
import {
  basisPoints,
  cents,
  percentInBasisPoints,
  percentOf,
  sum,
  ZERO,
} from '#/domain/values/money.ts';
import { samplePayment } from '#/domain/testing/samples.ts';
import {
  breakdownOf,
  subtractReversals,
  receivablesNow,
  receivablesOf,
  divideReversal,
  type Division,
} from './receivables.ts';

const sale = fc
  .record({
    price: fc.integer({ min: 1, max: 99_999_999 }),
    interest: fc.integer({ min: 0, max: 9_999_999 }),
    percent: fc.integer({ min: 0, max: 10_000 }),
    fixed: fc.integer({ min: 0, max: 5_000 }),
    installments: fc.integer({ min: 1, max: 12 }),
  })
  .map(({ price, interest, percent, fixed, installments }) =>
    samplePayment({
      amount: cents(price + interest),
      installments,
      method: 'CREDIT_CARD',
      lines: [
        { kind: 'OFFER', id: 'o', title: 'Oferta', amount: cents(price) },
        { kind: 'INTEREST', id: 'interest', title: 'Juros', amount: cents(interest) },
      ],
      terms: {
        percent: percentInBasisPoints.parse(percent),
        fixed: cents(fixed),
        clearingDays: 30,
        guaranteeDays: 7,
      },
    }),
  );

const NOTHING = { net: 0, fee: 0, interest: 0 };

const total = ({ net, fee, interest }: ReturnType<typeof breakdownOf>) => sum([net, fee, interest]);

describe('Division of a payment', () => {
  it('divides the amount into net, fee and interest, and the net into receivables, to the cent', () => {
    fc.assert(
      fc.property(sale, (payment) => {
        const parts = breakdownOf(payment);
        expect(total(parts)).to.equal(payment.amount);
        const receivables = receivablesOf(parts.net, payment, payment.at);
        expect(sum(receivables.map(({ amount }) => amount))).to.equal(parts.net);
      }),
    );
  });

  it('returns net and fee exactly when a very large payment is refunded in three steps', () => {
    const huge = fc.integer({ min: 100_000_000_00, max: Number.MAX_SAFE_INTEGER });
    fc.assert(
      fc.property(huge, fc.integer({ min: 1, max: 9_999 }), (amount, percent) => {
        const fee = percentOf(cents(amount), basisPoints(percent), 'half-up');
        const parts = { net: cents(amount - fee), fee, interest: ZERO };
        const receivables = [
          { installment: 1, amount: parts.net, dueOn: '2026-12-01', releaseOn: '2026-12-01' },
        ];
        const whole = { parts, receivables };
        const taken: Division[] = [];
        for (const step of [amount - 2, 1, 1])
          taken.push(divideReversal(whole, taken, cents(step)));
        expect(subtractReversals(whole, taken)).to.deep.equal(NOTHING);
      }),
    );
  });

  it('returns exactly the original parts and receivables, in whatever steps a payment is refunded, and whichever steps fail', () => {
    const steps = fc.array(
      fc.record({ share: fc.double({ min: 0.01, max: 1, noNaN: true }), failing: fc.nat() }),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(sale, steps, (payment, refundSteps) => {
        const parts = breakdownOf(payment);
        const whole = { parts, receivables: receivablesOf(parts.net, payment, payment.at) };
        let taken: Division[] = [];
        const take = (amount: number) => {
          if (amount < 1) return;
          const next = divideReversal(whole, taken, cents(amount));
          expect(Object.values(next.parts).every((part) => part >= 0)).to.equal(true);
          expect(total(next.parts)).to.equal(amount);
          expect(next.receivables.every((receivable) => receivable.amount > 0)).to.equal(true);
          expect(sum(next.receivables.map((receivable) => receivable.amount))).to.equal(
            next.parts.net,
          );
          taken.push(next);
        };
        const remaining = () => total(subtractReversals(whole, taken));
        for (const { share, failing } of refundSteps) {
          take(Math.floor(remaining() * share));
          // After a third of the steps, one of the first five refunds fails, if there is such a refund.
          if (failing % 3 === 0) taken = taken.filter((_, index) => index !== failing % 5);
        }
        take(remaining());
        expect(subtractReversals(whole, taken)).to.deep.equal(NOTHING);
        for (const { amount, reversed } of receivablesNow(whole, taken)) {
          expect(reversed).to.equal(amount);
        }
      }),
    );
  });

  it('rejects a refund beyond the amount received', () => {
    const payment = samplePayment();
    const parts = breakdownOf(payment);
    const receivables = receivablesOf(parts.net, payment, payment.at);
    expect(() => divideReversal({ parts, receivables }, [], cents(9_701))).to.throw(RangeError);
  });
});
