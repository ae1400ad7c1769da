import { expect } from 'chai';
import { eventSchemas } from '#/domain/aggregates/events.ts';
import { cents } from '#/domain/values/money.ts';
import type { PaymentStatus } from '#/domain/ports/charge.ts';
import { booksOf } from '#/domain/testing/books-of.ts';
import { request, said, submitted } from '#/domain/testing/payment-commands.ts';
import {
  agreed,
  CLEARING,
  facts,
  given,
  SETTLING,
  UNAPPLIED,
} from '#/domain/testing/payment-resolutions.ts';
import { sampleNow as now } from '#/domain/testing/samples.ts';
import type { PaymentCommand } from './commands.ts';
import type { Payment } from './state.ts';

const sold = facts(request, submitted(), said('APPROVED'));
const statement = (status: PaymentStatus, amount: number, total?: number) =>
  said(status, {
    amount: cents(amount),
    ...(total !== undefined && { refundedAmount: cents(total) }),
  });
const paid = (amount: number, total?: number) => statement('APPROVED', amount, total);
const other = said('APPROVED', { amount: 'OTHER' });

const openMatters = (state: Payment) =>
  state.status === 'NONE'
    ? []
    : state.investigation.matters.map(({ key, cause, amount }) => ({ key, cause, amount }));

describe('What comes in by the charge of a sale after its approval', () => {
  it('waits for staff, once for each amount', () => {
    const { facts: events, state } = given(...sold)
      .when(paid(9_700), paid(19_400), paid(19_400))
      .yields('PaymentMismatchFound');
    for (const { type, data } of events)
      expect(() => eventSchemas[type].parse(data)).to.not.throw();
    expect(openMatters(state)).to.deep.equal([
      { key: 'receipt tx-1', cause: 'UNAPPLIED_RECEIPT', amount: 9_700 },
    ]);
    expect(booksOf([...sold, ...events])).to.deep.equal({
      [CLEARING]: -19_400,
      [SETTLING]: 9_700,
      [UNAPPLIED]: 9_700,
    });
    const { facts: returned } = given(...sold, ...events)
      .when(...agreed('receipt tx-1', 'RETURNED'), paid(19_400, 9_700), paid(19_400))
      .yields('PaymentResolutionProposed', 'PaymentResolved');
    expect(booksOf([...sold, ...events, ...returned])).to.deep.equal({
      [CLEARING]: -9_700,
      [SETTLING]: 9_700,
    });
  });

  for (const status of ['APPROVED', 'REFUNDED'] as const) {
    it(`goes back before money of the sale does, if the first answer about it states a return and is ${status}`, () => {
      const { facts: events, state } = given(...sold)
        .when(statement(status, 19_400, 9_700), statement(status, 19_400, 9_700))
        .yields('PaymentMismatchFound', 'PaymentMismatchFound');
      expect(state.status).to.equal('APPROVED');
      expect(openMatters(state)).to.deep.equal([]);
      expect(booksOf([...sold, ...events])).to.deep.equal({
        [CLEARING]: -9_700,
        [SETTLING]: 9_700,
      });
      const { facts: rest } = given(...sold, ...events)
        .when(statement(status, 19_400, 10_000))
        .yields('PaymentRefunded');
      expect(rest[0]?.data).to.include({ amount: 300, left: 9_400 });
    });
  }

  it('is not left with staff if all that came in went back', () => {
    for (const status of ['REFUNDED', 'CHARGEBACK'] as const) {
      const { state } = given(...sold)
        .when(statement(status, 19_400, 19_400))
        .yields(status === 'REFUNDED' ? 'PaymentRefunded' : 'PaymentChargedBack');
      expect(openMatters(state)).to.deep.equal([]);
    }
  });

  it('waits for staff also while our refund is under way, and after it gave the sale back', () => {
    const refund = { refundId: 'r-1', amount: cents(9_700), now };
    const requestRefund: PaymentCommand = { type: 'RequestRefund', ...refund, note: '' };
    const settleRefund: PaymentCommand = { type: 'SettleRefund', refundId: 'r-1', now };
    given(...sold)
      .when(requestRefund, paid(19_400), settleRefund)
      .yields('PaymentRefundRequested', 'PaymentMismatchFound', 'PaymentRefunded');
    const { state } = given(...sold)
      .when(requestRefund, settleRefund, paid(19_400, 9_700))
      .yields('PaymentRefundRequested', 'PaymentRefunded', 'PaymentMismatchFound');
    expect(openMatters(state).map(({ amount }) => amount)).to.deep.equal([9_700]);
  });

  it('waits for staff once, also if the acquirer does not say how much it is', () => {
    const { facts: events, state } = given(...sold)
      .when(other, other, paid(9_700), other)
      .yields('PaymentMismatchFound');
    expect(booksOf([...sold, ...events])).to.deep.equal({ [CLEARING]: -9_700, [SETTLING]: 9_700 });
    expect(openMatters(state)).to.deep.equal([
      { key: 'receipt tx-1', cause: 'UNFIT_ANSWER', amount: null },
    ]);
  });

  it('is also booked where the acquirer says that less came in than it had said', () => {
    const { facts: events, state } = given(...sold)
      .when(paid(9_000))
      .yields('PaymentMismatchFound');
    expect(booksOf([...sold, ...events])).to.have.property(UNAPPLIED, -700);
    expect(openMatters(state).map(({ cause }) => cause)).to.deep.equal(['CONTRADICTED_OUTCOME']);
  });
});

describe('What fits no sale, and waits for staff', () => {
  it('stays the same open matter if the acquirer then states only that another amount was paid', () => {
    const { facts: events, state } = given(...facts(request, submitted(), paid(11_000)))
      .when(other, other)
      .yields('PaymentMismatchFound');
    expect(events[0]?.data).to.include({ unapplied: 11_000, change: 0 });
    expect(openMatters(state).map(({ amount }) => amount)).to.deep.equal([11_000]);
  });
});
