import { expect } from 'chai';
import { NOTHING_STATED } from '#/domain/investigation/investigation.ts';
import { request, said, submitted } from '#/domain/testing/payment-commands.ts';
import { agreed, confirmed, facts, given, proposed } from '#/domain/testing/payment-resolutions.ts';
import { eventSchemas } from '#/domain/aggregates/events.ts';
import { sampleNow as now, samplePayment } from '#/domain/testing/samples.ts';
import { cents } from '#/domain/values/money.ts';
import { addSeconds } from '#/domain/values/time.ts';
import type { PaymentCommand } from './commands.ts';
import type { Payment, PaymentEvent } from './state.ts';
import { refundableOf, sumRefundsUnderWay } from './refundable.ts';

const requestRefund: PaymentCommand = {
  type: 'RequestRefund',
  refundId: 'r-1',
  amount: cents(2_000),
  mayOverdraw: true,
  mayRepeat: true,
  note: 'Comprador desistiu',
  now: addSeconds(now, -60),
};
const leaveUncovered: PaymentCommand = {
  type: 'LeaveUncovered',
  refundId: 'r-1',
  available: cents(-100),
  now,
};
const KEY = 'uncovered-r-1';

const sale = facts(request, submitted(), said('APPROVED'), requestRefund);
const openCase = facts(request, submitted(), said('APPROVED'), requestRefund, leaveUncovered);

const existing = (state: Payment) => {
  if (state.status === 'NONE') return expect.fail('no payment');
  return state;
};

describe('A refund that staff requested and the seller’s account does not cover', () => {
  it('waits once for two people, and its amount cannot be refunded otherwise meanwhile', () => {
    const { state } = given(...sale)
      .when(leaveUncovered, leaveUncovered)
      .yields('PaymentRefundUncovered');
    const { investigation, ...payment } = existing(state);
    expect(investigation.matters).to.deep.equal([
      {
        key: KEY,
        cause: 'UNCOVERED_REFUND',
        since: now,
        amount: 2_000,
        unapplied: 0,
        said: NOTHING_STATED,
      },
    ]);
    expect(refundableOf({ ...payment, investigation })).to.equal(9_700 - 2_000);
    expect(sumRefundsUnderWay(payment), 'the acquirer was not asked').to.equal(0);
  });

  it('is made once both decide so, with the time of its request and the transaction of its sale', () => {
    const { facts: events, state } = given(...openCase)
      .when(...agreed(KEY, 'BORNE_BY_PLATFORM'), leaveUncovered)
      .yields('PaymentResolutionProposed', 'PaymentResolved', 'PaymentRefundOverdrawn');
    expect(events[1]?.data).to.include({ cause: 'UNCOVERED_REFUND', loss: 0, unapplied: 0 });
    expect(events[2]?.data).to.include({
      refundId: 'r-1',
      amount: 2_000,
      transactionId: 'tx-1',
      mayRepeat: true,
      requestedAt: addSeconds(now, -60),
    });
    expect(existing(state).investigation.matters).to.deep.equal([]);
    expect(sumRefundsUnderWay(existing(state))).to.equal(2_000);
    given(...openCase, ...events)
      .when({ type: 'SettleRefund', refundId: 'r-1', amount: cents(2_000), now })
      .yields('PaymentRefunded');
  });

  it('is divided once both decide so, after what the sale gave back meanwhile, so that the rest can still be charged back', () => {
    const card = samplePayment({ method: 'CREDIT_CARD', installments: 2 });
    const half: PaymentCommand = { ...requestRefund, amount: cents(4_850) };
    const history = facts(
      { type: 'RequestPayment', payment: card },
      submitted(),
      said('APPROVED'),
      half,
      leaveUncovered,
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
    const { facts: decided } = given(...openCase)
      .when(...agreed(KEY, 'BORNE_BY_PLATFORM'))
      .yields('PaymentResolutionProposed', 'PaymentResolved', 'PaymentRefundOverdrawn');
    const older = decided.map((event): PaymentEvent => {
      if (event.type !== 'PaymentRefundOverdrawn') return event;
      const { parts: _, ...data } = event.data;
      expect(() => eventSchemas.PaymentRefundOverdrawn.parse(data)).not.to.throw();
      return { ...event, data };
    });
    const another: PaymentCommand = { ...requestRefund, refundId: 'r-2' };
    const { facts: ended } = given(...openCase, ...older)
      .when(another, { type: 'SettleRefund', refundId: 'r-1', amount: cents(2_000), now })
      .yields('PaymentRefundRequested', 'PaymentRefunded');
    expect(ended[1]?.data).to.include({ refundId: 'r-1', amount: 2_000, total: 2_000 });
    given(...openCase, ...older, ...ended)
      .when(said('CHARGEBACK'))
      .yields('PaymentChargedBack');
  });

  it('is not made once one person decides so, which moves no money, and its amount may be refunded again', () => {
    const { facts: events, state } = given(...openCase)
      .when(proposed(KEY, 'DID_NOT_HAPPEN'), leaveUncovered)
      .yields('PaymentResolved', 'PaymentRefundFailed');
    expect(events[0]?.data).to.include({ proposedBy: 'admin:ana', loss: 0, unapplied: 0 });
    expect(events[0]?.data).not.to.have.property('confirmedBy');
    expect(events[1]?.data).to.include({ cause: 'insufficient-balance', amount: 2_000 });
    for (const { type, data } of events)
      expect(() => eventSchemas[type].parse(data)).not.to.throw();
    expect(refundableOf(existing(state))).to.equal(9_700);
    given(...openCase, ...events)
      .when(proposed(KEY, 'DID_NOT_HAPPEN'), confirmed('DID_NOT_HAPPEN'))
      .yieldsNothing();
  });

  it('is made by two people only: no event records that one did it alone', () => {
    const history = facts(request, submitted(), said('APPROVED'), requestRefund, leaveUncovered);
    const { facts: events } = given(...history)
      .when(...agreed(KEY, 'BORNE_BY_PLATFORM'))
      .yields('PaymentResolutionProposed', 'PaymentResolved', 'PaymentRefundOverdrawn');
    const [, resolved] = events;
    if (resolved?.type !== 'PaymentResolved') return expect.fail('not resolved');
    const { confirmedBy: _, ...alone } = resolved.data;
    for (const data of [alone, { ...alone, confirmedBy: alone.proposedBy }])
      expect(eventSchemas.PaymentResolved.safeParse(data).success).to.equal(false);
  });

  it('needs no second person to be refused: who proposed to make it can withdraw the proposal, and refuse it alone', () => {
    given(...openCase)
      .when(proposed(KEY, 'BORNE_BY_PLATFORM'), proposed(KEY, 'DID_NOT_HAPPEN'))
      .refuses('investigation/already-proposed');
    const withdrawn: PaymentCommand = {
      type: 'RejectResolution',
      proposalId: 'proposal-borne-by-platform',
      reason: 'Não há outra pessoa',
      by: 'admin:ana',
      now,
    };
    given(...openCase)
      .when(proposed(KEY, 'BORNE_BY_PLATFORM'), withdrawn, proposed(KEY, 'DID_NOT_HAPPEN'))
      .yields(
        'PaymentResolutionProposed',
        'PaymentResolutionRejected',
        'PaymentResolved',
        'PaymentRefundFailed',
      );
  });

  it('can only be refused once the sale was charged back, or was refunded at the acquirer', () => {
    for (const reversal of [
      said('CHARGEBACK'),
      said('APPROVED', { refundedAmount: cents(9_000) }),
    ] as const) {
      const history = [
        ...openCase,
        ...given(...openCase)
          .when(reversal)
          .yields(reversal.status === 'CHARGEBACK' ? 'PaymentChargedBack' : 'PaymentRefunded')
          .facts,
      ];
      given(...history)
        .when(...agreed(KEY, 'BORNE_BY_PLATFORM'))
        .refuses('investigation/not-an-answer');
      given(...history)
        .when(proposed(KEY, 'DID_NOT_HAPPEN'))
        .yields('PaymentResolved', 'PaymentRefundFailed');
    }
  });

  it('is no open matter once it has ended otherwise', () => {
    for (const [end, type] of [
      [{ type: 'SettleRefund', refundId: 'r-1', now }, 'PaymentRefunded'],
      [{ type: 'FailRefund', refundId: 'r-1', cause: 'refused', now }, 'PaymentRefundFailed'],
    ] as const) {
      const { state } = given(...openCase)
        .when(end)
        .yields(type);
      expect(existing(state).investigation.matters).to.deep.equal([]);
    }
  });
});
