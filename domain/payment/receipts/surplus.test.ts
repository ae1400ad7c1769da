import { expect } from 'chai';
import { cents } from '#/domain/values/money.ts';
import { booksOf } from '#/domain/testing/books-of.ts';
import { request, said, submitted } from '#/domain/testing/payment-commands.ts';
import {
  agreed,
  CLEARING,
  facts,
  given,
  left,
  SETTLING,
  UNAPPLIED,
} from '#/domain/testing/payment-resolutions.ts';
import { paymentAfter } from '#/domain/testing/ports.ts';
import { sampleNow as now } from '#/domain/testing/samples.ts';
import type { PaymentCommand } from '#/domain/payment/commands.ts';
import { sumBesidesRefund } from '#/domain/payment/refunds.ts';
import type { Payment } from '#/domain/payment/state.ts';

const whole = { amount: cents(10_000) };
const totalBack = (total: number) => said('REFUNDED', { ...whole, refundedAmount: cents(total) });

/** 10,000 cents came in for a sale of 9,700 cents. */
const overpaid = facts(
  request,
  submitted(),
  said('APPROVED', whole),
  ...agreed('receipt tx-1', 'HAPPENED'),
);
const returned = agreed('receipt tx-1', 'RETURNED').map((command) => ({
  ...command,
  proposalId: 'p-2',
}));

const openMatters = (state: Payment) =>
  state.status === 'NONE'
    ? []
    : state.investigation.matters.map(({ key, amount }) => ({ key, amount }));

/** Our refund of a part of the sale. */
const refund = (amount: number): readonly PaymentCommand[] => [
  { type: 'RequestRefund', refundId: 'r-1', amount: cents(amount), note: '', now },
  { type: 'SettleRefund', refundId: 'r-1', now },
];

describe('What came in beyond the price of a sale, once staff have returned it', () => {
  it('is not taken from the seller when its acquirer says that it went back', () => {
    const { facts: events } = given(...overpaid)
      .when(...returned, totalBack(300), totalBack(300))
      .yields('PaymentResolutionProposed', 'PaymentResolved');
    expect(booksOf([...overpaid, ...events])).to.deep.equal({
      [CLEARING]: -9_700,
      [SETTLING]: 9_700,
    });
  });

  it('is no contradiction when its acquirer states as paid only what is left', () => {
    given(...overpaid)
      .when(...returned, said('APPROVED', { amount: cents(9_700) }))
      .yields('PaymentResolutionProposed', 'PaymentResolved');
  });

  it('counts towards the total by which the sale goes back', () => {
    const { facts: events } = given(...overpaid)
      .when(...returned, totalBack(1_300), totalBack(10_000))
      .yields('PaymentResolutionProposed', 'PaymentResolved', 'PaymentRefunded', 'PaymentRefunded');
    expect(events.at(-2)?.data).to.include({ amount: 1_000 });
    expect(booksOf([...overpaid, ...events])).to.deep.equal({});
  });

  it('does not prove that a refund of the same amount was made', () => {
    const [requestRefund] = refund(300);
    if (!requestRefund) return expect.fail();
    const { facts: events } = given(...overpaid)
      .when(...returned, requestRefund)
      .yields('PaymentResolutionProposed', 'PaymentResolved', 'PaymentRefundRequested');
    expect(sumBesidesRefund(paymentAfter(...overpaid, ...events), 'r-1').givenBack).to.equal(300);
    return undefined;
  });
});

describe('What came in beyond the price of a sale, and waits for staff', () => {
  it('goes back before the sale does, however often its acquirer says so', () => {
    const { facts: events, state } = given(...overpaid)
      .when(totalBack(200), totalBack(200))
      .yields('PaymentMismatchFound');
    expect(openMatters(state)).to.deep.equal([{ key: 'receipt tx-1', amount: 100 }]);
    const { facts: rest, state: end } = given(...overpaid, ...events)
      .when(totalBack(800), totalBack(800), totalBack(200))
      .yields('PaymentMismatchFound', 'PaymentRefunded');
    expect(openMatters(end)).to.deep.equal([]);
    expect(booksOf([...overpaid, ...events, ...rest])).to.deep.equal({
      [CLEARING]: -9_200,
      [SETTLING]: 9_200,
    });
  });

  for (const [what, statement] of [
    ['charged back', said('CHARGEBACK', whole)],
    ['refunded', said('REFUNDED', whole)],
    ['refunded by all that came in', totalBack(10_000)],
  ] as const) {
    it(`goes back with the sale that is ${what}`, () => {
      const { facts: events, state } = given(...overpaid)
        .when(statement, statement)
        .yields(
          'PaymentMismatchFound',
          statement.status === 'REFUNDED' ? 'PaymentRefunded' : 'PaymentChargedBack',
        );
      expect(events[0]?.data).to.include({ unapplied: 0, change: -300 });
      expect(openMatters(state)).to.deep.equal([]);
      expect(booksOf([...overpaid, ...events])).to.deep.equal({});
    });
  }

  it('does not go back by a total that our own refund explains', () => {
    const { state } = given(...overpaid)
      .when(...refund(500), totalBack(500))
      .yields('PaymentRefundRequested', 'PaymentRefunded');
    expect(openMatters(state)).to.deep.equal([{ key: 'receipt tx-1', amount: 300 }]);
  });

  it('still waits for staff when our own refund gave the whole sale back, until its acquirer states a higher total', () => {
    const { facts: events, state } = given(...overpaid)
      .when(...refund(9_700), said('REFUNDED', whole), totalBack(9_700))
      .yields('PaymentRefundRequested', 'PaymentRefunded');
    expect(openMatters(state)).to.deep.equal([{ key: 'receipt tx-1', amount: 300 }]);
    const { facts: rest, state: end } = given(...overpaid, ...events)
      .when(totalBack(10_000), totalBack(10_000))
      .yields('PaymentMismatchFound');
    expect(openMatters(end)).to.deep.equal([]);
    expect(booksOf([...overpaid, ...events, ...rest])).to.deep.equal({});
  });
});

describe('What came in beyond the price of a sale that we have refunded', () => {
  it('goes back with a chargeback, and staff decide only whether the sale went back twice', () => {
    const { facts: events, state } = given(...overpaid)
      .when(...refund(9_700), said('CHARGEBACK', whole))
      .yields(
        'PaymentRefundRequested',
        'PaymentRefunded',
        'PaymentMismatchFound',
        'PaymentNoticeRefused',
      );
    expect(openMatters(state)).to.deep.equal([{ key: 'said CHARGEBACK', amount: 9_700 }]);
    expect(booksOf([...overpaid, ...events])).to.deep.equal({
      [CLEARING]: 9_700,
      [UNAPPLIED]: -9_700,
    });
  });
});

describe('What an acquirer says to be missing of a sale that staff had found paid', () => {
  const less = facts(
    request,
    submitted(),
    left,
    ...agreed('charge', 'HAPPENED'),
    said('APPROVED', { amount: cents(9_000) }),
  );

  it('is no loss of the platform once we have refunded the whole sale', () => {
    const borne = agreed('receipt tx-1', 'BORNE_BY_PLATFORM').map((command) => ({
      ...command,
      proposalId: 'p-2',
    }));
    const { facts: events } = given(...less)
      .when(...refund(9_700), ...borne)
      .yields(
        'PaymentRefundRequested',
        'PaymentRefunded',
        'PaymentResolutionProposed',
        'PaymentResolved',
      );
    expect(booksOf([...less, ...events])).to.deep.equal({});
  });

  it('is no open matter once all that came in went back', () => {
    expect(booksOf(less)).to.have.property(UNAPPLIED, -700);
    for (const statement of [
      said('CHARGEBACK'),
      said('REFUNDED', { amount: cents(9_000), refundedAmount: cents(9_000) }),
    ]) {
      const { facts: events, state } = given(...less)
        .when(statement)
        .yields(
          'PaymentMismatchFound',
          statement.status === 'REFUNDED' ? 'PaymentRefunded' : 'PaymentChargedBack',
        );
      expect(openMatters(state)).to.deep.equal([]);
      expect(booksOf([...less, ...events])).to.deep.equal({});
    }
  });
});
