import { expect } from 'chai';
import { NOTHING_SAID } from '#/domain/investigation/investigation.ts';
import { request, said, submitted } from '#/domain/testing/payment-commands.ts';
import { agreed, confirmed, facts, given, proposed } from '#/domain/testing/payment-resolutions.ts';
import { eventSchemas } from '#/domain/aggregates/events.ts';
import { sampleNow as now, samplePayment } from '#/domain/testing/samples.ts';
import { cents } from '#/domain/values/money.ts';
import { addSeconds } from '#/domain/values/time.ts';
import type { PaymentCommand } from './commands.ts';
import type { Payment, PaymentEvent } from './state.ts';
import { refundableOf, sumRefundsUnderWay } from './refundable.ts';

const asked: PaymentCommand = {
  type: 'RequestRefund',
  refundId: 'r-1',
  amount: cents(2_000),
  mayOverdraw: true,
  mayRepeat: true,
  note: 'Comprador desistiu',
  now: addSeconds(now, -60),
};
const uncovered: PaymentCommand = {
  type: 'LeaveUncovered',
  refundId: 'r-1',
  available: cents(-100),
  now,
};
const KEY = 'uncovered-r-1';

const sale = facts(request, submitted(), said('APPROVED'), asked);
const waiting = facts(request, submitted(), said('APPROVED'), asked, uncovered);

const open = (state: Payment) => {
  if (state.status === 'NONE') return expect.fail('no payment');
  return state;
};

describe('A refund that staff requested and the seller’s account does not cover', () => {
  it('waits for two people, once, and its amount cannot be refunded otherwise', () => {
    const { state } = given(...sale)
      .when(uncovered, uncovered)
      .yields('PaymentRefundUncovered');
    const { investigation, ...payment } = open(state);
    expect(investigation.matters).to.deep.equal([
      {
        key: KEY,
        cause: 'UNCOVERED_REFUND',
        since: now,
        amount: 2_000,
        unapplied: 0,
        said: NOTHING_SAID,
      },
    ]);
    expect(refundableOf({ ...payment, investigation })).to.equal(9_700 - 2_000);
    expect(sumRefundsUnderWay(payment), 'the acquirer was not asked').to.equal(0);
  });

  it('is made once both say so, with the times and account of its request', () => {
    const { facts: events, state } = given(...waiting)
      .when(...agreed(KEY, 'BORNE_BY_PLATFORM'), uncovered)
      .yields('PaymentResolutionProposed', 'PaymentResolved', 'PaymentRefundOverdrawn');
    expect(events[1]?.data).to.include({ cause: 'UNCOVERED_REFUND', loss: 0, unapplied: 0 });
    expect(events[2]?.data).to.include({
      refundId: 'r-1',
      amount: 2_000,
      transactionId: 'tx-1',
      mayRepeat: true,
      requestedAt: addSeconds(now, -60),
    });
    expect(open(state).investigation.matters).to.deep.equal([]);
    expect(sumRefundsUnderWay(open(state))).to.equal(2_000);
    given(...waiting, ...events)
      .when({ type: 'SettleRefund', refundId: 'r-1', amount: cents(2_000), now })
      .yields('PaymentRefunded');
  });

  it('is divided once both say so, after what the sale gave back meanwhile, so that the rest can still be charged back', () => {
    const card = samplePayment({ method: 'CREDIT_CARD', installments: 2 });
    const half: PaymentCommand = { ...asked, amount: cents(4_850) };
    const history = facts(
      { type: 'RequestPayment', payment: card },
      submitted(),
      said('APPROVED'),
      half,
      uncovered,
      said('APPROVED', { refundedAmount: cents(3_200) }),
      ...agreed(KEY, 'BORNE_BY_PLATFORM'),
      { type: 'SettleRefund', refundId: 'r-1', amount: cents(4_850), now },
      said('CHARGEBACK'),
    );
    const backByInstallment = new Map<number, number>();
    for (const event of history) {
      expect(() => eventSchemas[event.type].parse(event.data)).not.to.throw();
      if (event.type !== 'PaymentRefunded' && event.type !== 'PaymentChargedBack') continue;
      for (const { installment, amount } of event.data.receivables)
        backByInstallment.set(installment, (backByInstallment.get(installment) ?? 0) + amount);
    }
    const approved = history.find(({ type }) => type === 'PaymentApproved');
    if (approved?.type !== 'PaymentApproved') return expect.fail('no approval');
    for (const { installment, amount } of approved.data.receivables)
      expect(backByInstallment.get(installment), `installment ${installment}`).to.equal(amount);
  });

  it('is divided when it settles, if the decision is on record without its division, as before 2026-11-29', () => {
    const { facts: decided } = given(...waiting)
      .when(...agreed(KEY, 'BORNE_BY_PLATFORM'))
      .yields('PaymentResolutionProposed', 'PaymentResolved', 'PaymentRefundOverdrawn');
    const older = decided.map((event): PaymentEvent => {
      if (event.type !== 'PaymentRefundOverdrawn') return event;
      const { parts: _, ...data } = event.data;
      expect(() => eventSchemas.PaymentRefundOverdrawn.parse(data)).not.to.throw();
      return { ...event, data };
    });
    const another: PaymentCommand = { ...asked, refundId: 'r-2' };
    const { facts: ended } = given(...waiting, ...older)
      .when(another, { type: 'SettleRefund', refundId: 'r-1', amount: cents(2_000), now })
      .yields('PaymentRefundRequested', 'PaymentRefunded');
    expect(ended[1]?.data).to.include({ refundId: 'r-1', amount: 2_000, total: 2_000 });
    given(...waiting, ...older, ...ended)
      .when(said('CHARGEBACK'))
      .yields('PaymentChargedBack');
  });

  it('is not made once one person says so, which moves no money, and its amount may be refunded again', () => {
    const { facts: events, state } = given(...waiting)
      .when(proposed(KEY, 'DID_NOT_HAPPEN'), uncovered)
      .yields('PaymentResolved', 'PaymentRefundFailed');
    expect(events[0]?.data).to.include({ proposedBy: 'admin:ana', loss: 0, unapplied: 0 });
    expect(events[0]?.data).not.to.have.property('confirmedBy');
    expect(events[1]?.data).to.include({ cause: 'insufficient-balance', amount: 2_000 });
    for (const { type, data } of events)
      expect(() => eventSchemas[type].parse(data)).not.to.throw();
    expect(refundableOf(open(state))).to.equal(9_700);
    given(...waiting, ...events)
      .when(proposed(KEY, 'DID_NOT_HAPPEN'), confirmed('DID_NOT_HAPPEN'))
      .yieldsNothing();
  });

  it('is made by two people only: no event records that one did it alone', () => {
    const history = facts(request, submitted(), said('APPROVED'), asked, uncovered);
    const { facts: events } = given(...history)
      .when(...agreed(KEY, 'BORNE_BY_PLATFORM'))
      .yields('PaymentResolutionProposed', 'PaymentResolved', 'PaymentRefundOverdrawn');
    const [, resolved] = events;
    if (resolved?.type !== 'PaymentResolved') return expect.fail('not resolved');
    const { confirmedBy: _, ...alone } = resolved.data;
    for (const data of [alone, { ...alone, confirmedBy: alone.proposedBy }])
      expect(eventSchemas.PaymentResolved.safeParse(data).success).to.equal(false);
  });

  it('waits for no second person who proposed to make it: the first one takes that back, and decides alone', () => {
    given(...waiting)
      .when(proposed(KEY, 'BORNE_BY_PLATFORM'), proposed(KEY, 'DID_NOT_HAPPEN'))
      .refuses('investigation/already-proposed');
    const withdrawn: PaymentCommand = {
      type: 'RejectResolution',
      proposalId: 'proposal-borne-by-platform',
      reason: 'Não há outra pessoa',
      by: 'admin:ana',
      now,
    };
    given(...waiting)
      .when(proposed(KEY, 'BORNE_BY_PLATFORM'), withdrawn, proposed(KEY, 'DID_NOT_HAPPEN'))
      .yields(
        'PaymentResolutionProposed',
        'PaymentResolutionRejected',
        'PaymentResolved',
        'PaymentRefundFailed',
      );
  });

  it('can only be refused once the sale was charged back, or was refunded at the acquirer', () => {
    for (const back of [
      said('CHARGEBACK'),
      said('APPROVED', { refundedAmount: cents(9_000) }),
    ] as const) {
      const history = [
        ...waiting,
        ...given(...waiting)
          .when(back)
          .yields(back.status === 'CHARGEBACK' ? 'PaymentChargedBack' : 'PaymentRefunded').facts,
      ];
      given(...history)
        .when(...agreed(KEY, 'BORNE_BY_PLATFORM'))
        .refuses('investigation/not-an-answer');
      given(...history)
        .when(proposed(KEY, 'DID_NOT_HAPPEN'))
        .yields('PaymentResolved', 'PaymentRefundFailed');
    }
  });

  it('no longer waits once it has ended otherwise', () => {
    for (const [end, type] of [
      [{ type: 'SettleRefund', refundId: 'r-1', now }, 'PaymentRefunded'],
      [{ type: 'FailRefund', refundId: 'r-1', cause: 'refused', now }, 'PaymentRefundFailed'],
    ] as const) {
      const { state } = given(...waiting)
        .when(end)
        .yields(type);
      expect(open(state).investigation.matters).to.deep.equal([]);
    }
  });
});
