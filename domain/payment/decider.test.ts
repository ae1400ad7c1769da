import { expect } from 'chai';
import { cents, sum } from '#/domain/money.ts';
import type { PaymentStatus } from '#/domain/ports/charge.ts';
import { sampleNow as now, samplePayment } from '#/domain/testing/samples.ts';
import { specify } from '#/domain/testing/specify.ts';
import type { PaymentCommand } from './commands.ts';
import { payment } from './decider.ts';

const { given, facts } = specify(payment);

const request: PaymentCommand = { type: 'RequestPayment', payment: samplePayment() };

const submissionBy = (provider: string): PaymentCommand => ({
  type: 'RecordSubmission',
  provider,
  transactionId: 'tx-1',
  pixCode: '000201',
  billetCode: null,
  billetUrl: null,
  cardBrand: null,
  cardLastDigits: null,
  expiresAt: null,
  now,
});

const submission = submissionBy('sandbox');

const word = (
  status: PaymentStatus,
  noticeId = status.toLowerCase(),
  provider = 'sandbox',
): PaymentCommand => ({
  type: 'RecordProviderStatus',
  provider,
  status,
  noticeId,
  cause: null,
  endToEndId: null,
  now,
});

const refund = (refundId: string, amount: number): PaymentCommand => ({
  type: 'RequestRefund',
  refundId,
  amount: cents(amount),
  note: 'pedido do comprador',
  now,
});

const settled = (refundId: string): PaymentCommand => ({ type: 'SettleRefund', refundId, now });

const unanswered: PaymentCommand = {
  type: 'RecordUnanswered',
  provider: 'sandbox',
  failure: 'unavailable',
  now,
};

const requested = facts(request, submission);
const approved = facts(request, submission, word('APPROVED'));

describe('a payment', () => {
  it('is asked for once', () => {
    given().when(request).yields('PaymentRequested');
    given(...requested)
      .when(request)
      .refuses('payment/already-requested');
  });

  it('hears nothing before it was asked for', () => {
    given().when(word('APPROVED')).refuses('payment/not-found');
  });

  it('books the seller’s net and the platform’s fee when approved', () => {
    const { facts: events } = given(...requested)
      .when(word('APPROVED'))
      .yields('PaymentApproved');
    const [approval] = events;
    if (approval?.type !== 'PaymentApproved') return expect.fail();
    expect(approval.data.parts).to.deep.equal({ net: 9_115, fee: 585, interest: 0 });
    // Friday 20 November 2026 is a holiday; the 7 days of guarantee end on a Friday.
    expect(approval.data.receivables).to.deep.equal([
      { installment: 1, amount: 9_115, dueOn: '2026-11-23', releaseOn: '2026-11-27' },
    ]);
  });

  it('ignores a repeated, a stale and a late pending word', () => {
    given(...approved)
      .when(word('APPROVED'), word('PENDING', 'late'))
      .yieldsNothing();
  });

  it('takes money that comes after it was called off', () => {
    given(...facts(request, submission, word('CANCELED')))
      .when(word('APPROVED'))
      .yields('PaymentApproved');
    given(...facts(request, submission, word('REJECTED')))
      .when(word('APPROVED'))
      .yields('PaymentApproved');
  });

  it('keeps a contradicting word in sight, once, and moves nothing', () => {
    const refunded = facts(request, submission, word('APPROVED'), word('REFUNDED'));
    given(...refunded)
      .when(word('APPROVED', 'n-2'), word('APPROVED', 'n-2'))
      .yields('PaymentNoticeRefused');
    given(...approved)
      .when(word('REJECTED', 'n-3'))
      .yields('PaymentNoticeRefused');
  });

  it('never refunds more than was paid, whatever is still on its way', () => {
    const { state } = given(...approved)
      .when(refund('r-1', 9_000), settled('r-1'), refund('r-2', 600))
      .yields('PaymentRefundRequested', 'PaymentRefunded', 'PaymentRefundRequested');
    expect(state.status).to.equal('APPROVED');
    given(...approved)
      .when(refund('r-1', 9_000), refund('r-2', 701))
      .refuses('payment/refund-exceeds-paid');
    given(...requested)
      .when(refund('r-1', 1))
      .refuses('payment/not-refundable');
  });

  it('gives back what a failed refund had reserved', () => {
    given(...approved)
      .when(
        refund('r-1', 9_700),
        { type: 'FailRefund', refundId: 'r-1', cause: 'refused', now },
        refund('r-2', 9_700),
        settled('r-2'),
      )
      .yields(
        'PaymentRefundRequested',
        'PaymentRefundFailed',
        'PaymentRefundRequested',
        'PaymentRefunded',
      );
  });

  it('is refunded when its last cent went back', () => {
    const { state } = given(...approved)
      .when(refund('r-1', 1), settled('r-1'), refund('r-2', 9_699), settled('r-2'), settled('r-2'))
      .yields(
        'PaymentRefundRequested',
        'PaymentRefunded',
        'PaymentRefundRequested',
        'PaymentRefunded',
      );
    expect(state.status).to.equal('REFUNDED');
  });

  it('charges back only what had not gone back already', () => {
    const { facts: events } = given(
      ...facts(request, submission, word('APPROVED'), refund('r-1', 2_000), settled('r-1')),
    )
      .when(word('CHARGEBACK'))
      .yields('PaymentChargedBack');
    const [chargeback] = events;
    if (chargeback?.type !== 'PaymentChargedBack') return expect.fail();
    expect(chargeback.data.amount).to.equal(7_700);
    expect(chargeback.data.total).to.equal(9_700);
  });

  it('lets a chargeback win over a refund under way, and shows the refund that came too late', () => {
    given(...approved)
      .when(refund('r-1', 2_000), word('CHARGEBACK'), settled('r-1'), settled('r-1'))
      .yields('PaymentRefundRequested', 'PaymentChargedBack', 'PaymentNoticeRefused');
  });

  it('waits for our own refund instead of trusting the bare word', () => {
    given(...approved)
      .when(refund('r-1', 500), word('REFUNDED'))
      .yields('PaymentRefundRequested');
  });

  it('leaves an unanswered submission pending until it is answered', () => {
    const { state } = given(...facts(request))
      .when(unanswered, unanswered)
      .yields('PaymentSubmissionUnanswered');
    expect(state.status).to.equal('PENDING');
    given(...facts(request, unanswered))
      .when(submission, word('APPROVED'))
      .yields('PaymentSubmitted', 'PaymentApproved');
  });

  describe('sent to another acquirer', () => {
    const choice = {
      reason: 'FALLBACK' as const,
      considered: [{ provider: 'onz', share: 0, standing: 'FIT' as const }],
    };
    const about = { from: 'sandbox', to: 'onz', cause: 'invalid', choice, now };
    const reroute: PaymentCommand = { type: 'Reroute', ...about };
    const fromOnz = submissionBy('onz');

    it('belongs to that one alone: what the first still says is not heard', () => {
      const { state } = given(...facts(request))
        .when(reroute, reroute, submission, word('REJECTED'), fromOnz)
        .yields('PaymentRerouted', 'PaymentSubmitted');
      expect(state.status === 'PENDING' && state.provider).to.equal('onz');
    });

    it('names that one to everything that follows', () => {
      const paid = word('APPROVED', 'approved', 'onz');
      const { facts: events } = given(...facts(request, reroute, fromOnz))
        .when(paid, refund('r-1', 500))
        .yields('PaymentApproved', 'PaymentRefundRequested');
      expect(events.map(({ data }) => 'provider' in data && data.provider)).to.deep.equal([
        'onz',
        'onz',
      ]);
    });

    it('is not, once anybody may have charged', () => {
      given(...facts(request, unanswered))
        .when(reroute)
        .yieldsNothing();
      given(...requested)
        .when(reroute)
        .yieldsNothing();
    });
  });

  it('splits twelve instalments so that they sum to the net', () => {
    const twelve: PaymentCommand = {
      type: 'RequestPayment',
      payment: samplePayment({ method: 'CREDIT_CARD', installments: 12 }),
    };
    const { facts: events } = given(...facts(twelve, submission))
      .when(word('APPROVED'))
      .yields('PaymentApproved');
    const [approval] = events;
    if (approval?.type !== 'PaymentApproved') return expect.fail();
    const { receivables, parts } = approval.data;
    expect(receivables).to.have.length(12);
    expect(sum(receivables.map(({ amount }) => amount))).to.equal(parts.net);
  });
});
