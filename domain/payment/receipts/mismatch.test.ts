import { expect } from 'chai';
import { eventSchemas } from '#/domain/aggregates/events.ts';
import { cents } from '#/domain/values/money.ts';
import { postingsOf } from '#/domain/accounting/postings.ts';
import { sampleNow as now } from '#/domain/testing/samples.ts';
import { request, said, submitted } from '#/domain/testing/payment-commands.ts';
import { specify } from '#/domain/testing/specify.ts';
import type { PaymentCommand } from '#/domain/payment/commands.ts';
import { payment } from '#/domain/payment/decider.ts';
import type { PaymentEvent } from '#/domain/payment/state.ts';

const { given, facts } = specify(payment);

const charged = facts(request, submitted());
const approved = facts(request, submitted(), said('APPROVED'));

/** The sum that the events moved to unapplied receipts; negative = out of them. */
const unappliedBy = (events: readonly PaymentEvent[]): number => {
  let total = 0;
  for (const { from, to, amount } of events.flatMap(postingsOf)) {
    if (to === 'platform:demo:BRL:unapplied') total += amount;
    if (from === 'platform:demo:BRL:unapplied') total -= amount;
  }
  return total;
};

/** The acquirer states that another amount than the charge's was paid, but not which. */
const OTHER_AMOUNT = { amount: 'OTHER' } as const;

describe('An answer that is not about the charge that was asked for', () => {
  const differences = [
    ['a cent as paid', { amount: cents(1) }, ['AMOUNT'], 1],
    ['a hundred times the price as paid', { amount: cents(970_000) }, ['AMOUNT'], 970_000],
    ['that another amount was paid, but not which', OTHER_AMOUNT, ['AMOUNT'], 0],
    ['dollars', { currency: 'USD' }, ['CURRENCY'], 0],
    ['another order', { orderId: 'p-2' }, ['ORDER'], 9_700],
    ['another transaction', { transactionId: 'tx-9', isClaimed: false }, ['TRANSACTION'], 0],
    ['another payment’s transaction', { isClaimed: false }, ['TRANSACTION'], 0],
  ] as const;
  for (const [name, answer, differs, received] of differences) {
    it(`approves nothing when the acquirer states ${name}, and waits for staff`, () => {
      const { facts: events, state } = given(...charged)
        .when(said('APPROVED', answer), said('APPROVED', answer), said('PENDING', answer))
        .yields('PaymentMismatchFound');
      expect(state.status).to.equal('PENDING');
      const [mismatch] = events;
      if (mismatch?.type !== 'PaymentMismatchFound') return expect.fail();
      expect(() => eventSchemas.PaymentMismatchFound.parse(mismatch.data)).to.not.throw();
      expect(mismatch.data.differs).to.deep.equal(differs);
      expect(mismatch.data.asked).to.deep.equal({
        amount: 9_700,
        currency: 'BRL',
        transactionId: 'tx-1',
      });
      expect(unappliedBy(events)).to.equal(received);
    });
  }

  it('approves what fits, and an answer that states neither amount nor currency', () => {
    given(...charged)
      .when(said('APPROVED', { orderId: 'p-1' }))
      .yields('PaymentApproved');
    given(...charged)
      .when(said('APPROVED', { amount: null, currency: null }))
      .yields('PaymentApproved');
  });

  it('leaves what came in to staff, whatever amount the acquirer states later, until the acquirer has given it back', () => {
    const { facts: events, state } = given(...charged)
      .when(said('APPROVED', { amount: cents(1) }), said('APPROVED'), said('REFUNDED'))
      .yields('PaymentMismatchFound', 'PaymentMismatchFound', 'PaymentMismatchFound');
    expect(state.status).to.equal('PENDING');
    expect(unappliedBy(events.slice(0, 2))).to.equal(9_700);
    expect(unappliedBy(events)).to.equal(0);
    given(...charged)
      .when(said('REFUNDED', { amount: cents(1) }), said('APPROVED'), said('PENDING'))
      .yields('PaymentMismatchFound');
  });

  it('books a second transaction of an approved payment as unapplied, and leaves the sale alone', () => {
    const { facts: events, state } = given(...approved)
      .when(said('APPROVED', { transactionId: 'tx-9', orderId: 'p-1' }))
      .yields('PaymentMismatchFound');
    expect(state.status).to.equal('APPROVED');
    expect(unappliedBy(events)).to.equal(9_700);
  });

  it('takes nothing back for the chargeback of another order or transaction', () => {
    given(...approved)
      .when(
        said('CHARGEBACK', { orderId: 'p-2' }),
        said('CHARGEBACK', { transactionId: 'tx-9', isClaimed: false }),
      )
      .yields('PaymentMismatchFound', 'PaymentMismatchFound');
  });

  it('shows no code of a charge with another amount, and accepts no charge of another order', () => {
    const { facts: costly } = given(...facts(request))
      .when(submitted({ amount: cents(970_000) }), said('PENDING', { amount: cents(970_000) }))
      .yields('PaymentSubmitted', 'PaymentMismatchFound');
    expect(costly[0]?.data).to.include({ transactionId: 'tx-1', pixCode: null });
    const { state } = given(...facts(request))
      .when(submitted({ orderId: 'p-2' }), said('PENDING', { orderId: 'p-2' }))
      .yields('PaymentMismatchFound');
    expect(state).to.include({ transactionId: null, pixCode: null, submission: 'AWAITED' });
  });

  it('is recorded for at most ten transactions of a payment, although the acquirer names more', () => {
    const ofOtherTransactions = Array.from({ length: 50 }, (_, nth) =>
      said('APPROVED', { transactionId: `tx-${nth}`, isClaimed: false }),
    );
    const { state } = given(...facts(request))
      .when(...ofOtherTransactions)
      .yields(...Array.from({ length: 10 }, () => 'PaymentMismatchFound' as const));
    expect(state.status).to.equal('PENDING');
  });

  it('is recorded beyond these ten when it brings in money of the payment', () => {
    const ofOtherTransactions = Array.from({ length: 10 }, (_, nth) =>
      said('PENDING', { transactionId: `tx-${nth + 2}`, orderId: 'p-1' }),
    );
    const { facts: events } = given(...facts(request, submitted(), ...ofOtherTransactions))
      .when(said('APPROVED', { transactionId: 'tx-99', orderId: 'p-1' }))
      .yields('PaymentMismatchFound');
    expect(unappliedBy(events)).to.equal(9_700);
  });
});

describe('An answer that comes late, or again', () => {
  for (const status of ['REFUNDED', 'CHARGEBACK'] as const) {
    it(`books a payment that was ${status} before it was seen as paid, and takes it back at once`, () => {
      const { facts: events, state } = given(...charged)
        .when(said(status))
        .yields(
          'PaymentApproved',
          status === 'REFUNDED' ? 'PaymentRefunded' : 'PaymentChargedBack',
        );
      expect(state.status).to.equal(status);
      given(...charged, ...events)
        .when(...Array.from({ length: 50 }, () => said(status)))
        .yieldsNothing();
      const balances = new Map<string, number>();
      for (const { from, to, amount } of events.flatMap(postingsOf)) {
        balances.set(from, (balances.get(from) ?? 0) - amount);
        balances.set(to, (balances.get(to) ?? 0) + amount);
      }
      expect([...balances.values()]).to.deep.equal([0, 0]);
    });
  }

  it('records the same contradiction once, by however many notices it comes', () => {
    const refunded = facts(request, submitted(), said('REFUNDED'));
    const statements = Array.from({ length: 50 }, (_, nth) => ({
      ...said('APPROVED'),
      noticeId: `n-${nth}`,
    }));
    given(...refunded)
      .when(...statements, said('CHARGEBACK'))
      .yields('PaymentNoticeRefused', 'PaymentNoticeRefused');
  });

  it('is taken back under an id that fits the record, however long the ids of payment and notice are', () => {
    const paymentId = 'p'.repeat(64);
    const noticeId = `onz:${paymentId}:${'n'.repeat(200)}`;
    const charge = { ...said('CHARGEBACK'), noticeId, paymentId };
    const { facts: events } = given(...approved)
      .when(charge)
      .yields('PaymentChargedBack');
    expect(() => eventSchemas.PaymentChargedBack.parse(events[0]?.data)).to.not.throw();
  });

  it('is left to staff once, and is approved all the same when it turns out to be paid', () => {
    const leave: PaymentCommand = {
      type: 'LeaveUnresolved',
      provider: 'sandbox',
      cause: 'still-pending',
      now,
    };
    given(...charged)
      .when(leave, leave, said('APPROVED'), leave)
      .yields('PaymentLeftUnresolved', 'PaymentApproved');
  });
});
