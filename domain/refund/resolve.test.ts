import { expect } from 'chai';
import type { Resolution } from '#/domain/investigation/events.ts';
import { NOTHING_STATED } from '#/domain/investigation/investigation.ts';
import { cents, type Cents } from '#/domain/values/money.ts';
import { booksOf } from '#/domain/testing/books-of.ts';
import {
  sampleAnswer,
  sampleNow as now,
  samplePayment,
  sampleRefund,
} from '#/domain/testing/samples.ts';
import { specify } from '#/domain/testing/specify.ts';
import { agreed } from '#/domain/testing/two-people.ts';
import { createWorld } from '#/domain/testing/world.ts';
import { addSeconds, type Timestamp } from '#/domain/values/time.ts';
import type { RefundCommand } from './commands.ts';
import { refund, TAKEN_IN } from './decider.ts';

const { given, facts } = specify(refund);

const [CLEARING, UNAPPLIED] = ['provider:sandbox:demo:BRL:clearing', 'platform:demo:BRL:unapplied'];

const open: RefundCommand = {
  type: 'RequestProviderRefund',
  refund: sampleRefund,
};
const leaveUnresolved: RefundCommand = { type: 'LeaveUnresolved', cause: 'still-pending', now };
const settled: RefundCommand = { type: 'RecordSettled', providerRefundId: 'r-1', now };
const failed: RefundCommand = { type: 'RecordFailed', cause: 'refused', now };

describe('A refund on record as made that is missing in its acquirer’s total', () => {
  const missing: RefundCommand = { type: 'RecordMissing', now };

  it('waits, without money being moved, until two people say that the buyer has it', () => {
    const history = facts(open, settled);
    const { facts: events, state } = given(...history)
      .when(missing, missing)
      .yields('RefundContradicted');
    expect(booksOf(events)).to.deep.equal({});
    expect(state.status !== 'NONE' && state.investigation.matters).to.deep.equal([
      {
        key: 'contradiction',
        cause: 'CONTRADICTED_OUTCOME',
        since: now,
        amount: sampleRefund.amount,
        unapplied: 0,
        said: { ...NOTHING_STATED, status: 'FAILED' },
      },
    ]);
    given(...history, ...events)
      .when(...agreed('contradiction', 'DID_NOT_HAPPEN'))
      .refuses('investigation/not-an-answer');
    const { facts: ended } = given(...history, ...events)
      .when(...agreed('contradiction', 'HAPPENED'), missing)
      .yields('RefundResolutionProposed', 'RefundResolved');
    expect(booksOf(ended)).to.deep.equal({});
  });

  it('waits for staff with its money as unapplied if staff had found it made', () => {
    for (const history of [
      facts(open, leaveUnresolved, ...agreed('refund', 'HAPPENED')),
      facts(open, failed, settled, ...agreed('contradiction', 'HAPPENED')),
    ]) {
      const { facts: events } = given(...history)
        .when(missing, missing)
        .yields('RefundContradicted');
      expect(booksOf(events)).to.deep.equal({ [CLEARING]: -500, [UNAPPLIED]: 500 });
      const { facts: ended } = given(...history, ...events)
        .when(...agreed('contradiction', 'HAPPENED', 'proposal-2'))
        .yields('RefundResolutionProposed', 'RefundResolved');
      expect(booksOf([...events, ...ended])).to.deep.equal({});
    }
  });

  it('changes nothing while the refund is open, or has failed', () => {
    for (const history of [facts(open), facts(open, failed)])
      given(...history)
        .when(missing)
        .yieldsNothing();
  });
});

describe('A refund whose outcome is unknown', () => {
  const unresolved = facts(open, leaveUnresolved);

  it('is made, or not, once two people decide so', () => {
    const { facts: events } = given(...unresolved)
      .when(...agreed('refund', 'HAPPENED'))
      .yields('RefundResolutionProposed', 'RefundResolved', 'RefundSettled');
    expect(events[2]?.data).to.include({ providerRefundId: 'r-9' });
    given(...unresolved)
      .when(...agreed('refund', 'DID_NOT_HAPPEN'))
      .yields('RefundResolutionProposed', 'RefundResolved', 'RefundFailed');
  });

  it('loses its proposal once another call was made or the provider accepted the refund', () => {
    const [propose, confirm] = agreed('refund', 'DID_NOT_HAPPEN');
    if (!propose || !confirm) return expect.fail('no one proposes');
    const attemptId = '0b4fb5a1-8a35-4f62-8a5c-0b7d6c0a9f11';
    const news: readonly RefundCommand[] = [
      { type: 'BeginRefund', attemptId, after: null, epoch: 1, now },
      { type: 'RecordUnanswered', failure: TAKEN_IN, now },
    ];
    for (const each of news) {
      const history = facts(open, leaveUnresolved, propose, each);
      given(...history)
        .when(confirm)
        .refuses('investigation/changed');
      given(...history)
        .when(...agreed('refund', 'DID_NOT_HAPPEN', 'proposal-2'))
        .yields('RefundResolutionProposed', 'RefundResolved', 'RefundFailed');
    }
  });

  it('waits for staff again, once, when the provider says that it made a refund on record as failed', () => {
    given(...facts(open, failed))
      .when(settled, settled)
      .yields('RefundContradicted');
    given(...facts(open, failed, settled))
      .when(...agreed('contradiction', 'HAPPENED'))
      .yields('RefundResolutionProposed', 'RefundResolved', 'RefundSettled');
    given(...unresolved)
      .when(...agreed('refund', 'DID_NOT_HAPPEN'), settled)
      .yields('RefundResolutionProposed', 'RefundResolved', 'RefundFailed', 'RefundContradicted');
  });

  it('waits for staff again, once, when the provider refuses what they found made, until the buyer has the money', () => {
    const attemptId = '0b4fb5a1-8a35-4f62-8a5c-0b7d6c0a9f11';
    const begin: RefundCommand = { type: 'BeginRefund', attemptId, after: null, epoch: 1, now };
    const refused = { ...failed, attemptId };
    const foundMade = facts(open, begin, leaveUnresolved, ...agreed('refund', 'HAPPENED'));
    const { facts: events } = given(...foundMade)
      .when(refused, refused)
      .yields('RefundContradicted');
    const contradicted = [...foundMade, ...events];
    given(...contradicted)
      .when(...agreed('contradiction', 'DID_NOT_HAPPEN', 'proposal-2'))
      .refuses('investigation/not-an-answer');
    const { facts: ended } = given(...contradicted)
      .when(...agreed('contradiction', 'HAPPENED', 'proposal-2'), refused)
      .yields('RefundResolutionProposed', 'RefundResolved');
    expect(booksOf(events)).to.deep.equal({ [CLEARING]: -500, [UNAPPLIED]: 500 });
    expect(booksOf([...events, ...ended])).to.deep.equal({});
  });

  for (const [story, before] of Object.entries({
    'after they had found it not made': facts(
      open,
      leaveUnresolved,
      ...agreed('refund', 'DID_NOT_HAPPEN'),
      settled,
    ),
    'after the provider had refused it': facts(open, failed, settled),
  })) {
    it(`waits for staff again when the provider refuses what they found made ${story}`, () => {
      const settlement = given(...before)
        .when(...agreed('contradiction', 'HAPPENED', 'proposal-2'), settled)
        .yields('RefundResolutionProposed', 'RefundResolved', 'RefundSettled');
      const { facts: refused, state } = given(...before, ...settlement.facts)
        .when(failed, failed, settled)
        .yields('RefundContradicted');
      expect(booksOf(refused)).to.deep.equal({ [CLEARING]: -500, [UNAPPLIED]: 500 });
      expect(state.status !== 'NONE' && state.investigation.matters).to.deep.include({
        key: 'contradiction',
        cause: 'CONTRADICTED_RESOLUTION',
        since: now,
        amount: 500,
        unapplied: 500,
        said: { ...NOTHING_STATED, status: 'FAILED' },
      });
      const { facts: ended } = given(...before, ...settlement.facts, ...refused)
        .when(...agreed('contradiction', 'HAPPENED', 'proposal-3'), failed)
        .yields('RefundResolutionProposed', 'RefundResolved');
      expect(booksOf([...refused, ...ended])).to.deep.equal({});
    });
  }

  it('is not contradicted by a refusal of an earlier call, or of another call after the provider made it', () => {
    const [first, second] = [
      '0b4fb5a1-8a35-4f62-8a5c-0b7d6c0a9f11',
      '7d1a2c9e-3b5f-4e8a-9c1d-2f6b8a4e5d22',
    ];
    const begin = { type: 'BeginRefund', epoch: 1 } as const;
    const secondCall = { ...begin, attemptId: second, after: first, now: addSeconds(now, 60) };
    const twice = [open, { ...begin, attemptId: first, after: null, now }, secondCall];
    given(...facts(...twice, leaveUnresolved, ...agreed('refund', 'HAPPENED')))
      .when({ ...failed, attemptId: first })
      .yieldsNothing();
    given(...facts(...twice, settled))
      .when({ ...failed, attemptId: second })
      .yieldsNothing();
  });
});

describe('A sale whose refund two people decide', () => {
  const answer = sampleAnswer();
  const worldWithRefund = () => {
    const world = createWorld('demo');
    const provider = 'sandbox';
    const pay = { provider, paymentId: 'p-1', answer, now } as const;
    const payment = { to: 'payment', id: 'p-1' } as const;
    world.send({ ...payment, command: { type: 'RequestPayment', payment: samplePayment() } }, now);
    const means = { pixCode: null, billetCode: null, billetUrl: null };
    const card = { cardBrand: null, cardLastDigits: null, expiresAt: null };
    world.send(
      { ...payment, command: { type: 'RecordSubmission', ...pay, ...means, ...card } },
      now,
    );
    const why = { noticeId: 'read-back', cause: null, endToEndId: null };
    const reportStatus = (
      status: 'APPROVED' | 'CHARGEBACK',
      refundedAmount: Cents | null = null,
      at: Timestamp = now,
    ) => {
      const statement = { ...pay, ...why, status, answer: { ...answer, refundedAmount }, now: at };
      world.send({ ...payment, command: { type: 'RecordProviderStatus', ...statement } }, at);
    };
    reportStatus('APPROVED');
    const request = { refundId: 'r-1', amount: cents(500), note: 'pedido', now } as const;
    world.send({ ...payment, command: { type: 'RequestRefund', ...request } }, now);
    const decide = (
      to: 'refund' | 'payment',
      id: string,
      matter: string,
      resolution: Resolution,
    ) => {
      for (const command of agreed(
        matter,
        resolution,
        `proposal-${resolution === 'HAPPENED' ? 1 : 2}`,
      ))
        world.send({ to, id, command }, now);
    };
    const held = (): number => {
      const account = world.account('seller-1');
      return account.status === 'OPEN' ? account.held : -1;
    };
    return { world, reportStatus, decide, held };
  };

  it('ends the hold when the refund was not made', () => {
    const { world, decide, held } = worldWithRefund();
    expect(held()).to.be.greaterThan(0);
    world.send({ to: 'refund', id: 'r-1', command: leaveUnresolved }, now);
    decide('refund', 'r-1', 'refund', 'DID_NOT_HAPPEN');
    expect(held()).to.equal(0);
  });

  it('takes the money out of the sale when a refund that had failed was made', () => {
    const { world, decide } = worldWithRefund();
    world.send({ to: 'refund', id: 'r-1', command: failed }, now);
    world.send({ to: 'refund', id: 'r-1', command: settled }, now);
    decide('refund', 'r-1', 'contradiction', 'HAPPENED');
    const refunded = world.log.filter(({ event }) => event.type === 'PaymentRefunded');
    expect(refunded).to.have.length(1);
  });

  it('takes the money of that refund once, if the acquirer’s statement had taken it out of the sale before', () => {
    const { world, reportStatus, decide } = worldWithRefund();
    world.send({ to: 'refund', id: 'r-1', command: leaveUnresolved }, now);
    decide('refund', 'r-1', 'refund', 'DID_NOT_HAPPEN');
    reportStatus('APPROVED', cents(500));
    world.send({ to: 'refund', id: 'r-1', command: settled }, now);
    decide('refund', 'r-1', 'contradiction', 'HAPPENED');
    const types = world.log.map(({ event }) => event.type);
    expect(types.filter((type) => type === 'PaymentRefunded')).to.have.length(1);
    expect(types.filter((type) => type === 'ReceivablesReversed')).to.have.length(1);
    expect(types).to.include('PaymentRefundMatched');
  });

  it('leaves a refund to staff that is on the books, and missing in the acquirer’s total', () => {
    const { world, reportStatus } = worldWithRefund();
    world.send({ to: 'refund', id: 'r-1', command: settled }, now);
    reportStatus('APPROVED', cents(0), addSeconds(now, 2 * 3_600));
    expect(world.waiting('refund').map(([id]) => id)).to.deep.equal(['r-1']);
  });

  it('lets staff decide who bears a refund that was made after a chargeback had taken the sale back', () => {
    const { world, reportStatus, decide, held } = worldWithRefund();
    reportStatus('CHARGEBACK');
    world.send({ to: 'refund', id: 'r-1', command: settled }, now);
    expect(world.waiting('payment')).to.have.length(1);
    decide('payment', 'p-1', 'refund-r-1', 'BORNE_BY_PLATFORM');
    expect(world.waiting('payment')).to.have.length(0);
    expect(held()).to.equal(0);
  });
});
