import { expect } from 'chai';
import { eventSchemas } from '#/domain/aggregates/events.ts';
import { cents } from '#/domain/values/money.ts';
import { booksOf } from '#/domain/testing/books-of.ts';
import { calledOff, request, said, submitted } from '#/domain/testing/payment-commands.ts';
import {
  agreed,
  CLEARING,
  facts,
  given,
  left,
  LOSSES,
  proposed,
  SETTLING,
  UNAPPLIED,
  underpaid,
} from '#/domain/testing/payment-resolutions.ts';
import { paymentAfter } from '#/domain/testing/ports.ts';
import { sampleNow as now } from '#/domain/testing/samples.ts';
import { sumBesidesRefund } from '#/domain/payment/refunds.ts';
import type { Payment } from '#/domain/payment/state.ts';

/** The acquirer states that `amount` cents came in, and that `total` of them were given back. */
const refundStatement = (total: number, amount = 9_000) =>
  said('REFUNDED', { amount: cents(amount), refundedAmount: cents(total) });

const openAmounts = (state: Payment) =>
  state.status === 'NONE' ? [] : state.investigation.matters.map(({ amount }) => amount);

describe('Money that fits no sale, and of which its acquirer gives back a part, which it calls REFUNDED', () => {
  it('leaves the rest with staff, until all of it has gone back', () => {
    const { facts: events, state } = given(...underpaid)
      .when(
        refundStatement(1_000),
        refundStatement(1_000),
        refundStatement(3_000),
        refundStatement(1_000),
      )
      .yields('PaymentMismatchFound', 'PaymentMismatchFound');
    for (const { type, data } of events)
      expect(() => eventSchemas[type].parse(data)).to.not.throw();
    expect(booksOf([...underpaid, ...events])).to.deep.equal({
      [CLEARING]: -6_000,
      [UNAPPLIED]: 6_000,
    });
    expect(openAmounts(state)).to.deep.equal([6_000]);
    for (const end of [refundStatement(9_000), said('REFUNDED'), said('CHARGEBACK')]) {
      const { facts: rest, state: after } = given(...underpaid, ...events)
        .when(end, refundStatement(1_000))
        .yields('PaymentMismatchFound');
      expect(booksOf([...underpaid, ...events, ...rest])).to.deep.equal({});
      expect(openAmounts(after)).to.deep.equal([]);
    }
  });

  it('is not counted as whole by an older answer, and without the returned part by an answer with another amount', () => {
    const paid = (amount: number) => said('APPROVED', { amount: cents(amount) });
    const { facts: events, state } = given(...underpaid)
      .when(refundStatement(1_000), paid(9_000), paid(8_000), paid(9_500))
      .yields('PaymentMismatchFound', 'PaymentMismatchFound');
    expect(booksOf([...underpaid, ...events])).to.have.property(UNAPPLIED, 8_500);
    expect(openAmounts(state)).to.deep.equal([8_500]);
  });

  it('is counted once when staff had returned it and its acquirer states the return', () => {
    const { facts: events, state } = given(...underpaid)
      .when(...agreed('receipt tx-1', 'RETURNED'), said('APPROVED'), refundStatement(9_000, 9_700))
      .yields(
        'PaymentResolutionProposed',
        'PaymentResolved',
        'PaymentCanceled',
        'PaymentMismatchFound',
      );
    expect(booksOf([...underpaid, ...events])).to.have.property(UNAPPLIED, 700);
    expect(openAmounts(state)).to.deep.equal([700]);
  });

  const partBack = [
    request,
    submitted(),
    said('APPROVED', { amount: cents(9_000) }),
    refundStatement(1_000),
  ] as const;

  it('cannot also pay the sale by the open matter whether the charge was paid', () => {
    const [requestPayment, submission, paid, returnedPart] = partBack;
    const { state } = given(...facts(requestPayment, submission, left, paid, returnedPart))
      .when(proposed('receipt tx-1', 'RETURNED'))
      .yields('PaymentResolutionProposed');
    expect(openAmounts(state)).to.deep.equal([null, 8_000]);
    given(...facts(requestPayment, submission, left, paid, returnedPart))
      .when(proposed('charge', 'HAPPENED'))
      .refuses('investigation/not-an-answer');
  });

  it('is charged back with only what staff had returned of it', () => {
    const { facts: events } = given(...facts(...partBack))
      .when(...agreed('receipt tx-1', 'RETURNED'), refundStatement(9_000), said('CHARGEBACK'))
      .yields(
        'PaymentResolutionProposed',
        'PaymentResolved',
        'PaymentCanceled',
        'PaymentNoticeRefused',
      );
    expect(events.at(-1)?.data).to.have.nested.property('contested.amount', 8_000);
  });

  describe('and whose rest pays the sale, as staff found', () => {
    const borne = [...partBack, ...agreed('receipt tx-1', 'BORNE_BY_PLATFORM')] as const;

    it('takes nothing of the sale back by the same total, and only the difference by a higher total', () => {
      const history = facts(...borne);
      expect(booksOf(history)).to.deep.equal({
        [CLEARING]: -8_000,
        [SETTLING]: 9_700,
        [LOSSES]: -1_700,
      });
      const { facts: events } = given(...history)
        .when(
          refundStatement(1_000),
          refundStatement(1_500),
          refundStatement(1_000),
          said('APPROVED', { amount: cents(7_500) }),
        )
        .yields('PaymentRefunded');
      expect(events[0]?.data).to.include({ amount: 500, left: 9_200 });
      const { facts: whole } = given(...history)
        .when(said('REFUNDED'))
        .yields('PaymentRefunded');
      expect(whole[0]?.data).to.include({ amount: 9_700, left: 0 });
    });

    it('does not prove by that part that a refund of the sale was made', () => {
      const refund = { refundId: 'r-1', amount: cents(1_000), note: '', now };
      const history = facts(...borne, { type: 'RequestRefund', ...refund });
      expect(sumBesidesRefund(paymentAfter(...history), 'r-1')).to.deep.equal({
        givenBack: 1_000,
        underWay: 0,
        left: 9_700,
      });
    });
  });
});

describe('Money that fits no sale, and of which its acquirer gives back a part', () => {
  const statement = (status: 'APPROVED' | 'REFUNDED', total: number) =>
    said(status, { amount: cents(11_000), refundedAmount: cents(total) });
  const requested = facts(request, submitted());
  const whole = given(...requested)
    .when(said('APPROVED', { amount: cents(11_000) }))
    .yields('PaymentMismatchFound').facts;

  for (const status of ['APPROVED', 'REFUNDED'] as const) {
    for (const [when, before] of [
      ['from the first answer on', requested],
      ['after it waited as a whole', [...requested, ...whole]],
    ] as const) {
      it(`waits only with the rest ${when}, if the acquirer says ${status}`, () => {
        const { facts: events, state } = given(...before)
          .when(statement(status, 6_000), statement(status, 6_000))
          .yields('PaymentMismatchFound');
        expect(openAmounts(state)).to.deep.equal([5_000]);
        expect(booksOf([...before, ...events])).to.deep.equal({
          [CLEARING]: -5_000,
          [UNAPPLIED]: 5_000,
        });
        const { facts: rest, state: end } = given(...before, ...events)
          .when(calledOff('expired'), statement(status, 11_000), statement(status, 6_000))
          .yields('PaymentCanceled', 'PaymentMismatchFound');
        expect(openAmounts(end)).to.deep.equal([]);
        expect(booksOf([...before, ...events, ...rest])).to.deep.equal({});
      });
    }
  }

  it('is counted once where the acquirer states as its amount only what is left', () => {
    const { state } = given(...requested, ...whole)
      .when(said('APPROVED', { amount: cents(5_000), refundedAmount: cents(6_000) }))
      .yields('PaymentMismatchFound');
    expect(openAmounts(state)).to.deep.equal([5_000]);
  });
});
