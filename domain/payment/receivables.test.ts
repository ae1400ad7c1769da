import { expect } from 'chai';
import fc from 'fast-check';
import {
  add,
  basisPoints,
  cents,
  percentInBasisPoints,
  percentOf,
  sum,
  ZERO,
} from '#/domain/money.ts';
import { samplePayment } from '#/domain/testing/samples.ts';
import { breakdownOf, receivablesOf, takeBack } from './receivables.ts';

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
        const steps = [cents(amount - 2), cents(1), cents(1)];
        let refundedSoFar = ZERO;
        const back = steps.map((step) => {
          const taken = takeBack(parts, receivables, refundedSoFar, step);
          refundedSoFar = add(refundedSoFar, step);
          return taken.parts;
        });
        expect(sum(back.map(({ net }) => net))).to.equal(parts.net);
        expect(sum(back.map((each) => each.fee))).to.equal(parts.fee);
      }),
    );
  });

  it('returns exactly the original parts and receivables, in whatever steps a payment is refunded', () => {
    const cuts = fc.array(fc.double({ min: 0.01, max: 1, noNaN: true }), { maxLength: 8 });
    fc.assert(
      fc.property(sale, cuts, (payment, shares) => {
        const parts = breakdownOf(payment);
        const receivables = receivablesOf(parts.net, payment, payment.at);
        let refundedSoFar = ZERO;
        const back = { net: ZERO, fee: ZERO, interest: ZERO };
        const byInstallment = new Map<number, number>();
        const take = (amount: number) => {
          if (amount < 1) return;
          const taken = takeBack(parts, receivables, refundedSoFar, cents(amount));
          expect(Object.values(taken.parts).every((part) => part >= 0)).to.equal(true);
          expect(total(taken.parts)).to.equal(amount);
          expect(sum(taken.receivables.map((it) => it.amount))).to.equal(taken.parts.net);
          for (const it of taken.receivables) {
            const sofar = byInstallment.get(it.installment) ?? 0;
            byInstallment.set(it.installment, sofar + it.amount);
          }
          back.net = add(back.net, taken.parts.net);
          back.fee = add(back.fee, taken.parts.fee);
          back.interest = add(back.interest, taken.parts.interest);
          refundedSoFar = cents(refundedSoFar + amount);
        };
        for (const share of shares) take(Math.floor((payment.amount - refundedSoFar) * share));
        take(payment.amount - refundedSoFar);
        expect(back).to.deep.equal(parts);
        for (const { installment, amount } of receivables) {
          expect(byInstallment.get(installment) ?? 0).to.equal(amount);
        }
      }),
    );
  });

  it('rejects a refund beyond the amount received', () => {
    const payment = samplePayment();
    const parts = breakdownOf(payment);
    const receivables = receivablesOf(parts.net, payment, payment.at);
    expect(() => takeBack(parts, receivables, cents(9_700), cents(1))).to.throw(RangeError);
  });
});
