import { expect } from 'chai';
import { eventSchemas } from '#/domain/aggregates/events.ts';
import { cents } from '#/domain/values/money.ts';
import { booksOf } from '#/domain/testing/books-of.ts';
import { request, said, submitted } from '#/domain/testing/payment-commands.ts';
import { agreed, CLEARING, facts, given, LOSSES } from '#/domain/testing/payment-resolutions.ts';
import { paymentAfter } from '#/domain/testing/ports.ts';
import { sampleNow as now } from '#/domain/testing/samples.ts';
import type { PaymentCommand } from './commands.ts';
import { sumBesidesRefund } from './refunds.ts';
import type { Payment } from './state.ts';

const refund = (refundId: string, amount: number): PaymentCommand => ({
  type: 'RequestRefund',
  refundId,
  amount: cents(amount),
  note: 'pedido do comprador',
  now,
});

describe('A payment with several refunds', () => {
  const sumsBeside = (refundId: string, ...commands: readonly PaymentCommand[]) => {
    const settle: PaymentCommand = { type: 'SettleRefund', refundId: 'r-1', now };
    const earlier = [refund('r-1', 500), settle, refund('r-2', 500), refund('r-3', 700)];
    const history = facts(request, submitted(), said('APPROVED'), ...earlier, ...commands);
    return sumBesidesRefund(paymentAfter(...history), refundId);
  };

  it('states what has gone back, or may have, besides an open refund', () => {
    expect(sumsBeside('r-2')).to.deep.equal({ givenBack: 500, underWay: 700, left: 9_200 });
    const failed: PaymentCommand = { type: 'FailRefund', refundId: 'r-3', cause: 'refused', now };
    expect(sumsBeside('r-2', failed)).to.deep.equal({ givenBack: 500, underWay: 0, left: 9_200 });
  });

  it('states after a chargeback that all was given back', () => {
    expect(sumsBeside('r-2', said('CHARGEBACK'))).to.include({ givenBack: 9_700, left: 0 });
  });
});

describe('A payment that its acquirer refunds by itself', () => {
  const approved = facts(request, submitted(), said('APPROVED'));
  const saysBack = (total: number) => said('REFUNDED', { refundedAmount: cents(total) });

  it('gives back only what the stated total says beyond what had gone back, each part once', () => {
    const settle: PaymentCommand = { type: 'SettleRefund', refundId: 'r-1', now };
    const { facts: ours } = given(...approved)
      .when(refund('r-1', 500), settle, saysBack(500), saysBack(300))
      .yields('PaymentRefundRequested', 'PaymentRefunded');
    const { facts: theirs, state } = given(...approved, ...ours)
      .when(saysBack(700), saysBack(700), saysBack(1_000), saysBack(9_700), saysBack(9_700))
      .yields('PaymentRefunded', 'PaymentRefunded', 'PaymentRefunded');
    expect(theirs.map(({ data }) => 'total' in data && data.total)).to.deep.equal([
      700, 1_000, 9_700,
    ]);
    expect(new Set(theirs.map(({ data }) => 'refundId' in data && data.refundId)).size).to.equal(3);
    expect(state.status).to.equal('REFUNDED');
    expect(booksOf([...approved, ...ours, ...theirs])).to.not.have.property(CLEARING);
  });

  it('is contested after its chargeback only by a total of refunds that is higher than on record', () => {
    const settle: PaymentCommand = { type: 'SettleRefund', refundId: 'r-1', now };
    const { facts: events } = given(...approved)
      .when(refund('r-1', 500), settle, said('CHARGEBACK'), saysBack(500))
      .yields('PaymentRefundRequested', 'PaymentRefunded', 'PaymentChargedBack');
    for (const second of [saysBack(1_000), said('REFUNDED')]) {
      given(...approved, ...events)
        .when(saysBack(500), second)
        .yields('PaymentNoticeRefused');
    }
  });

  it('is approved and gives back a part, if it was refunded in part before it was seen as paid', () => {
    const { facts: events, state } = given(...facts(request, submitted()))
      .when(saysBack(500))
      .yields('PaymentApproved', 'PaymentRefunded');
    expect([state.status, booksOf(events)[CLEARING]]).to.deep.equal(['APPROVED', -9_200]);
  });

  it('gives back what its acquirer states, each part once, while the acquirer still calls it paid', () => {
    const saysPaid = (total: number) => said('APPROVED', { refundedAmount: cents(total) });
    const { facts: events, state } = given(...approved)
      .when(saysPaid(0), saysPaid(3_000), saysPaid(3_000), saysBack(3_000), said('APPROVED'))
      .yields('PaymentRefunded');
    expect(events[0]?.data).to.include({ amount: 3_000, left: 6_700 });
    expect(state.status).to.equal('APPROVED');
    const { facts: rest, state: end } = given(...approved, ...events)
      .when(saysPaid(9_800), saysPaid(9_700), saysBack(9_700))
      .yields('PaymentRefunded');
    expect(rest[0]?.data).to.include({ amount: 6_700, left: 0 });
    expect(end.status).to.equal('REFUNDED');
    const { facts: first } = given(...facts(request, submitted()))
      .when(saysPaid(3_000))
      .yields('PaymentApproved', 'PaymentRefunded');
    expect(booksOf(first)).to.have.property(CLEARING, -6_700);
  });

  it('waits with a stated total for the end of our own refund, which may be a part of that total', () => {
    const stated = said('APPROVED', { refundedAmount: cents(3_000) });
    const { facts: ours } = given(...approved)
      .when(refund('r-1', 500), stated)
      .yields('PaymentRefundRequested');
    const ends = [
      [{ type: 'SettleRefund', refundId: 'r-1', now }, 'PaymentRefunded', 2_500],
      [
        { type: 'FailRefund', refundId: 'r-1', cause: 'refused', now },
        'PaymentRefundFailed',
        3_000,
      ],
    ] as const;
    for (const [end, ended, amount] of ends) {
      const { facts: events } = given(...approved, ...ours)
        .when(end, stated)
        .yields(ended, 'PaymentRefunded');
      expect(events.at(-1)?.data).to.include({ amount, left: 6_700 });
    }
  });

  it('gives back all that is left if it states no total, or more than was paid', () => {
    for (const statement of [said('REFUNDED'), saysBack(0), saysBack(9_800)]) {
      const { facts: events } = given(...approved)
        .when(statement)
        .yields('PaymentRefunded');
      expect(events[0]?.data).to.include({ refundId: 'provider-p-1', amount: 9_700, left: 0 });
    }
  });
});

describe('A payment that went back by our refund of a part and by a chargeback', () => {
  const settle: PaymentCommand = { type: 'SettleRefund', refundId: 'r-1', now };
  const saysBack = (total: number) => said('REFUNDED', { refundedAmount: cents(total) });
  const earlier = [refund('r-1', 500), settle];
  const chargedBack = facts(request, submitted(), said('APPROVED'), ...earlier, said('CHARGEBACK'));
  const decided = (resolution: 'BORNE_BY_PLATFORM' | 'DID_NOT_HAPPEN', proposalId: string) =>
    agreed('said REFUNDED', resolution).map((command) => ({ ...command, proposalId }));
  const openMatters = (state: Payment) =>
    state.status === 'NONE' ? [] : state.investigation.matters.map(({ amount }) => amount);

  it('is contested with what the stated total says beyond our refund, and a higher total replaces it', () => {
    const { facts: events, state } = given(...chargedBack)
      .when(saysBack(1_000), saysBack(1_000), saysBack(1_500), saysBack(1_000), said('REFUNDED'))
      .yields('PaymentNoticeRefused', 'PaymentNoticeRefused');
    for (const { type, data } of events)
      expect(() => eventSchemas[type].parse(data)).to.not.throw();
    expect(openMatters(state)).to.deep.equal([1_000]);
  });

  it('costs the platform only the contested amount, and of a later total only what was not decided before', () => {
    const { facts: events, state } = given(...chargedBack)
      .when(saysBack(1_000), ...decided('BORNE_BY_PLATFORM', 'p-1'), saysBack(1_700))
      .yields(
        'PaymentNoticeRefused',
        'PaymentResolutionProposed',
        'PaymentResolved',
        'PaymentNoticeRefused',
      );
    expect(openMatters(state)).to.deep.equal([700]);
    const { facts: more } = given(...chargedBack, ...events)
      .when(saysBack(2_000), ...decided('BORNE_BY_PLATFORM', 'p-2'), saysBack(2_000))
      .yields('PaymentNoticeRefused', 'PaymentResolutionProposed', 'PaymentResolved');
    expect(booksOf([...chargedBack, ...events, ...more])).to.deep.equal({
      [CLEARING]: 1_500,
      [LOSSES]: -1_500,
    });
  });

  it('is contested with what is left beside our refund, if the acquirer states no total', () => {
    const { state } = given(...chargedBack)
      .when(said('REFUNDED'))
      .yields('PaymentNoticeRefused');
    expect(openMatters(state)).to.deep.equal([9_200]);
  });

  it('replaces what was contested without a total once a total is stated', () => {
    const { state } = given(...chargedBack)
      .when(said('REFUNDED'), saysBack(1_000))
      .yields('PaymentNoticeRefused', 'PaymentNoticeRefused');
    expect(openMatters(state)).to.deep.equal([500]);
  });
});

describe('A payment of which we refund a part, and which its acquirer calls refunded without a total', () => {
  const bought = facts(request, submitted(), said('APPROVED'));
  const settle: PaymentCommand = { type: 'SettleRefund', refundId: 'r-1', now };
  const failed: PaymentCommand = { type: 'FailRefund', refundId: 'r-1', cause: 'refused', now };
  const openMatters = (state: Payment) =>
    state.status === 'NONE'
      ? []
      : state.investigation.matters.map(({ key, amount }) => ({ key, amount }));

  for (const [what, statement] of [
    ['no total', said('REFUNDED')],
    ['a total of zero', said('REFUNDED', { refundedAmount: cents(0) })],
  ] as const) {
    it(`is not taken from its seller, and staff decide about the rest, if the acquirer states ${what}`, () => {
      const { facts: events, state } = given(...bought)
        .when(refund('r-1', 500), statement, settle, statement, statement)
        .yields('PaymentRefundRequested', 'PaymentRefunded', 'PaymentNoticeRefused');
      expect(openMatters(state)).to.deep.equal([{ key: 'said REFUNDED', amount: 9_200 }]);
      for (const resolution of ['DID_NOT_HAPPEN', 'HAPPENED'] as const) {
        const types = resolution === 'HAPPENED' ? (['PaymentRefunded'] as const) : [];
        given(...bought, ...events)
          .when(...agreed('said REFUNDED', resolution))
          .yields('PaymentResolutionProposed', 'PaymentResolved', ...types);
      }
    });
  }

  it('is not taken from its seller either if our refund failed, because the status may be about that refund', () => {
    given(...bought)
      .when(refund('r-1', 500), failed, said('REFUNDED'))
      .yields('PaymentRefundRequested', 'PaymentRefundFailed', 'PaymentNoticeRefused');
  });

  it('is taken back all the same once the acquirer states that all of it went back', () => {
    const { state } = given(...bought)
      .when(refund('r-1', 500), settle, said('REFUNDED', { refundedAmount: cents(9_700) }))
      .yields('PaymentRefundRequested', 'PaymentRefunded', 'PaymentRefunded');
    expect(state.status).to.equal('REFUNDED');
  });

  it('is taken back without a decision of staff if our failed refund was of the whole sale', () => {
    given(...bought)
      .when(refund('r-1', 9_700), failed, said('REFUNDED'))
      .yields('PaymentRefundRequested', 'PaymentRefundFailed', 'PaymentRefunded');
  });
});

describe('A refund of ours that was made although it is on record as failed', () => {
  const bought = facts(request, submitted(), said('APPROVED'));
  const failedRefund = (refundId: string, amount: number): readonly PaymentCommand[] => [
    refund(refundId, amount),
    { type: 'FailRefund', refundId, cause: 'not-made', now },
  ];
  const settle = (refundId: string): PaymentCommand => ({
    type: 'SettleRefund',
    refundId,
    now,
  });
  const saysBack = (total: number) => said('APPROVED', { refundedAmount: cents(total) });
  const failed = facts(request, submitted(), said('APPROVED'), ...failedRefund('r-1', 500));

  it('is not taken from the seller again once the acquirer’s own statement has taken it', () => {
    const { facts: events, state } = given(...failed)
      .when(saysBack(500), settle('r-1'), settle('r-1'), saysBack(500))
      .yields('PaymentRefunded', 'PaymentRefundMatched');
    expect(state).to.include({ status: 'APPROVED', reversedAmount: 500 });
    expect(booksOf([...bought, ...events])).to.include({ [CLEARING]: -9_200 });
    for (const { type, data } of events)
      expect(() => eventSchemas[type].parse(data)).to.not.throw();
  });

  it('is taken beyond what that statement took', () => {
    const { facts: events } = given(...failed)
      .when(saysBack(300), settle('r-1'))
      .yields('PaymentRefunded', 'PaymentRefundMatched', 'PaymentRefunded');
    expect(events.at(-1)?.data).to.include({ refundId: 'r-1', amount: 200, total: 500 });
  });

  it('is taken if the statement was about another refund of ours, or older than the request', () => {
    const both = [...failedRefund('r-1', 500), ...failedRefund('r-2', 500)];
    given(...facts(request, submitted(), said('APPROVED'), ...both))
      .when(saysBack(500), settle('r-1'), settle('r-2'))
      .yields('PaymentRefunded', 'PaymentRefundMatched', 'PaymentRefunded');
    given(...bought)
      .when(saysBack(500), ...failedRefund('r-1', 500), settle('r-1'))
      .yields(
        'PaymentRefunded',
        'PaymentRefundRequested',
        'PaymentRefundFailed',
        'PaymentRefunded',
      );
  });

  it('needs no decision of staff if the acquirer had given back the whole sale', () => {
    given(...failed)
      .when(saysBack(9_700), settle('r-1'))
      .yields('PaymentRefunded', 'PaymentRefundMatched');
  });

  it('is not taken again either if the log has lost the request', () => {
    given(...bought)
      .when(saysBack(500), {
        type: 'SettleRefund',
        refundId: 'r-1',
        amount: cents(500),
        now,
      })
      .yields('PaymentRefunded', 'PaymentRefundMatched');
  });
});
