import { expect } from 'chai';
import type { Resolution } from '#/domain/investigation/events.ts';
import type { Matter } from '#/domain/investigation/investigation.ts';
import { cents } from '#/domain/values/money.ts';
import { booksOf } from '#/domain/testing/books-of.ts';
import { request, said, submitted } from '#/domain/testing/payment-commands.ts';
import {
  agreed,
  CLEARING,
  confirmed,
  facts,
  given,
  left,
  LOSSES,
  proposed,
  SETTLING,
  UNAPPLIED,
  underpaid,
  unresolved,
} from '#/domain/testing/payment-resolutions.ts';
import type { PaymentCommand } from '#/domain/payment/commands.ts';
import type { Payment } from '#/domain/payment/state.ts';

const paid = (amount: number) => said('APPROVED', { amount: cents(amount) });

/** Two members of staff decide again, after an earlier proposal. */
const agreedAgain = (matter: string, resolution: Resolution, proposalId = 'p-2') =>
  agreed(matter, resolution).map((command) => ({ ...command, proposalId }));

const matters = (state: Payment): readonly Pick<Matter, 'key' | 'cause' | 'amount'>[] =>
  state.status === 'NONE'
    ? []
    : state.investigation.matters.map(({ key, cause, amount }) => ({ key, cause, amount }));

describe('An acquirer that says another amount than before', () => {
  it('replaces its earlier statement, on the books as well', () => {
    const { facts: events, state } = given(...underpaid)
      .when(paid(9_700), paid(9_700))
      .yields('PaymentMismatchFound');
    expect(booksOf([...underpaid, ...events])).to.deep.equal({
      [CLEARING]: -9_700,
      [UNAPPLIED]: 9_700,
    });
    expect(matters(state)).to.deep.equal([
      { key: 'receipt tx-1', cause: 'UNAPPLIED_RECEIPT', amount: 9_700 },
    ]);
  });

  it('prevents the confirmation of what was proposed about the earlier amount', () => {
    given(...underpaid)
      .when(proposed('receipt tx-1', 'RETURNED'), paid(9_700), confirmed('RETURNED'))
      .refuses('investigation/changed');
  });

  it('reopens the matter of staff who had found that nothing came in, and the new amount can pay the sale in full', () => {
    const refuted = given(...underpaid)
      .when(...agreed('receipt tx-1', 'DID_NOT_HAPPEN'), paid(9_000), paid(9_700), paid(9_700))
      .yields(
        'PaymentResolutionProposed',
        'PaymentResolved',
        'PaymentCanceled',
        'PaymentMismatchFound',
      );
    const history = [...underpaid, ...refuted.facts];
    expect(booksOf(history)).to.deep.equal({ [CLEARING]: -9_700, [UNAPPLIED]: 9_700 });
    const { facts: events, state } = given(...history)
      .when(...agreedAgain('receipt tx-1', 'HAPPENED'))
      .yields('PaymentResolutionProposed', 'PaymentResolved', 'PaymentApproved');
    expect(booksOf([...history, ...events])).to.deep.equal({
      [CLEARING]: -9_700,
      [SETTLING]: 9_700,
    });
    expect(matters(state)).to.deep.equal([]);
  });

  it('reopens the matter with only the part that staff had not returned', () => {
    const { facts: events, state } = given(...underpaid)
      .when(...agreed('receipt tx-1', 'RETURNED'), paid(9_700))
      .yields(
        'PaymentResolutionProposed',
        'PaymentResolved',
        'PaymentCanceled',
        'PaymentMismatchFound',
      );
    expect(booksOf([...underpaid, ...events])).to.deep.equal({
      [CLEARING]: -700,
      [UNAPPLIED]: 700,
    });
    expect(matters(state)).to.deep.equal([
      { key: 'receipt tx-1', cause: 'UNAPPLIED_RECEIPT', amount: 700 },
    ]);
    const { facts: taken } = given(...underpaid, ...events)
      .when(said('CHARGEBACK'))
      .yields('PaymentMismatchFound', 'PaymentNoticeRefused');
    expect(taken[0]?.data).to.include({ unapplied: 0, change: -700 });
    expect(taken[1]?.data).to.have.nested.property('contested.amount', 9_000);
  });

  it('replaces the amount that staff stated, too', () => {
    const { facts: events, state } = given(...unresolved)
      .when(...agreed('charge', 'HAPPENED', cents(9_000)), paid(9_000), paid(9_700))
      .yields(
        'PaymentResolutionProposed',
        'PaymentResolved',
        'PaymentMismatchFound',
        'PaymentMismatchFound',
      );
    expect(booksOf(events)).to.deep.equal({ [CLEARING]: -9_700, [UNAPPLIED]: 9_700 });
    expect(matters(state).map(({ amount }) => amount)).to.deep.equal([9_700]);
  });

  it('pays the platform back what it bore of a sale that was paid in full after all', () => {
    const borne = facts(
      request,
      submitted(),
      paid(9_000),
      ...agreed('receipt tx-1', 'BORNE_BY_PLATFORM'),
    );
    const { facts: events, state } = given(...borne)
      .when(paid(9_000), paid(9_500))
      .yields('PaymentMismatchFound');
    expect(booksOf([...borne, ...events])).to.deep.equal({
      [CLEARING]: -9_500,
      [SETTLING]: 9_700,
      [LOSSES]: -700,
      [UNAPPLIED]: 500,
    });
    expect(matters(state).map(({ amount }) => amount)).to.deep.equal([500]);
    const { facts: rest, state: end } = given(...borne, ...events)
      .when(paid(10_000), ...agreedAgain('receipt tx-1', 'HAPPENED'))
      .yields('PaymentMismatchFound', 'PaymentResolutionProposed', 'PaymentResolved');
    expect(booksOf([...borne, ...events, ...rest])).to.deep.equal({
      [CLEARING]: -10_000,
      [SETTLING]: 9_700,
      [UNAPPLIED]: 300,
    });
    expect(matters(end).map(({ amount }) => amount)).to.deep.equal([300]);
    given(...borne, ...events, ...rest)
      .when(proposed('receipt tx-1', 'HAPPENED'))
      .refuses('investigation/not-an-answer');
  });
});

describe('An acquirer that says less than what staff found to pay a sale', () => {
  const foundPaid = facts(request, submitted(), left, ...agreed('charge', 'HAPPENED'));
  const { facts: contradiction, state } = given(...foundPaid)
    .when(paid(9_700), paid(9_000), paid(9_000))
    .yields('PaymentMismatchFound');

  it('is followed by the books, and staff decide again', () => {
    expect(booksOf([...foundPaid, ...contradiction])).to.deep.equal({
      [CLEARING]: -9_000,
      [SETTLING]: 9_700,
      [UNAPPLIED]: -700,
    });
    expect(matters(state)).to.deep.equal([
      { key: 'receipt tx-1', cause: 'CONTRADICTED_OUTCOME', amount: 700 },
    ]);
  });

  it('may be right: the platform bears what is missing until the acquirer states that more came in', () => {
    const { facts: events } = given(...foundPaid, ...contradiction)
      .when(...agreedAgain('receipt tx-1', 'BORNE_BY_PLATFORM'), paid(9_000))
      .yields('PaymentResolutionProposed', 'PaymentResolved');
    const borne = [...foundPaid, ...contradiction, ...events];
    expect(booksOf(borne)).to.deep.equal({ [CLEARING]: -9_000, [SETTLING]: 9_700, [LOSSES]: -700 });
    const { facts: rest, state: end } = given(...borne)
      .when(paid(9_700), ...agreedAgain('receipt tx-1', 'HAPPENED', 'p-3'))
      .yields('PaymentMismatchFound', 'PaymentResolutionProposed', 'PaymentResolved');
    expect(booksOf([...borne, ...rest])).to.deep.equal({
      [CLEARING]: -9_700,
      [SETTLING]: 9_700,
    });
    expect(matters(end)).to.deep.equal([]);
  });

  it('may be wrong: then the same statement again changes nothing', () => {
    const { facts: events } = given(...foundPaid, ...contradiction)
      .when(...agreedAgain('receipt tx-1', 'DID_NOT_HAPPEN'), paid(9_000))
      .yields('PaymentResolutionProposed', 'PaymentResolved');
    expect(booksOf([...foundPaid, ...contradiction, ...events])).to.deep.equal({
      [CLEARING]: -9_700,
      [SETTLING]: 9_700,
    });
  });

  it('leaves no open matter once it states what staff had found', () => {
    const { facts: events, state: end } = given(...foundPaid, ...contradiction)
      .when(paid(9_700))
      .yields('PaymentMismatchFound');
    expect(matters(end)).to.deep.equal([]);
    expect(booksOf([...foundPaid, ...contradiction, ...events])).to.deep.equal({
      [CLEARING]: -9_700,
      [SETTLING]: 9_700,
    });
  });

  it('is recorded also for a transaction that came on record only after staff had decided', () => {
    const unknown = facts(request, left, ...agreed('charge', 'HAPPENED'));
    given(...unknown)
      .when(submitted({ amount: cents(9_000) }), paid(9_000))
      .yields('PaymentSubmitted', 'PaymentMismatchFound');
  });

  it('is recorded also when staff had found it not paid at first, and later paid', () => {
    const believed = facts(
      request,
      submitted(),
      left,
      ...agreed('charge', 'DID_NOT_HAPPEN'),
      paid(9_700),
      ...agreedAgain('resolution', 'HAPPENED'),
    );
    const { facts: events, state: end } = given(...believed)
      .when(paid(9_000), paid(9_000))
      .yields('PaymentMismatchFound');
    expect(booksOf([...believed, ...events])).to.deep.equal({
      [CLEARING]: -9_000,
      [SETTLING]: 9_700,
      [UNAPPLIED]: -700,
    });
    expect(matters(end).map(({ amount }) => amount)).to.deep.equal([700]);
    const { facts: denied } = given(...believed)
      .when(said('REJECTED'))
      .yields('PaymentNoticeRefused');
    expect(denied[0]?.data).to.have.nested.property('contested.unapplied', -9_700);
  });

  it('contradicts no one if it states what is left of the charge after a refund was requested', () => {
    const refund: PaymentCommand = {
      type: 'RequestRefund',
      refundId: 'r-1',
      amount: cents(700),
      note: '',
      now: left.now,
    };
    given(...foundPaid)
      .when(refund, paid(9_000))
      .yields('PaymentRefundRequested');
    given(...foundPaid)
      .when(refund, { type: 'SettleRefund', refundId: 'r-1', now: left.now }, paid(9_000))
      .yields('PaymentRefundRequested', 'PaymentRefunded');
  });

  for (const amount of [6_000, 12_000]) {
    it(`is recorded when it says ${amount} cents, which no refund explains`, () => {
      const refund = { refundId: 'r-1', amount: cents(500), now: left.now };
      const requested: PaymentCommand = { type: 'RequestRefund', note: '', ...refund };
      const { facts: events, state: end } = given(...foundPaid)
        .when(requested, paid(amount), paid(amount), { type: 'SettleRefund', ...refund })
        .yields('PaymentRefundRequested', 'PaymentMismatchFound', 'PaymentRefunded');
      expect(booksOf([...foundPaid, ...events])).to.have.property(UNAPPLIED, amount - 9_700);
      expect(matters(end)).to.have.length(1);
      given(...foundPaid)
        .when(requested, { type: 'SettleRefund', ...refund }, paid(9_200), paid(amount))
        .yields('PaymentRefundRequested', 'PaymentRefunded', 'PaymentMismatchFound');
    });
  }

  it('takes the sale back like any other when it says that all of it went back', () => {
    given(...foundPaid, ...contradiction)
      .when(said('CHARGEBACK'))
      .yields('PaymentMismatchFound', 'PaymentChargedBack');
  });
});
