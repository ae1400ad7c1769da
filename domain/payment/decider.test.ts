import { expect } from 'chai';
import { cents, sum } from '#/domain/values/money.ts';
import type { PaymentStatus } from '#/domain/ports/charge.ts';
import { sampleAnswer, sampleNow as now, samplePayment } from '#/domain/testing/samples.ts';
import { addSeconds } from '#/domain/values/time.ts';
import { request, submitted } from '#/domain/testing/payment-commands.ts';
import { specify } from '#/domain/testing/specify.ts';
import type { ChargeAnswer, PaymentCommand } from './commands.ts';
import { payment } from './decider.ts';

const { given, facts } = specify(payment);

const submission = submitted();

const providerStatus = (
  status: PaymentStatus,
  noticeId = status.toLowerCase(),
  provider = 'sandbox',
  answer: ChargeAnswer | null = sampleAnswer(),
): PaymentCommand => ({
  type: 'RecordProviderStatus',
  provider,
  paymentId: 'p-1',
  status,
  answer,
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

const settle = (refundId: string): PaymentCommand => ({
  type: 'SettleRefund',
  refundId,
  now,
});

const unanswered: PaymentCommand = {
  type: 'RecordUnanswered',
  provider: 'sandbox',
  failure: 'unavailable',
  now,
};

const requested = facts(request, submission);
const approved = facts(request, submission, providerStatus('APPROVED'));

describe('Payment', () => {
  it('rejects a second request for the same payment', () => {
    given().when(request).yields('PaymentRequested');
    given(...requested)
      .when(request)
      .refuses('payment/already-requested');
  });

  it('rejects a provider status before the payment is requested', () => {
    given().when(providerStatus('APPROVED')).refuses('payment/not-found');
  });

  it('records the seller’s net, the platform’s fee and the release day when approved', () => {
    const { facts: events } = given(...requested)
      .when(providerStatus('APPROVED'))
      .yields('PaymentApproved');
    const [approval] = events;
    if (approval?.type !== 'PaymentApproved') return expect.fail();
    expect(approval.data.parts).to.deep.equal({ net: 9_115, fee: 585, interest: 0 });
    // Friday 20 November 2026 is a holiday; the 7 days of guarantee end on a Friday.
    expect(approval.data.receivables).to.deep.equal([
      { installment: 1, amount: 9_115, dueOn: '2026-11-23', releaseOn: '2026-11-27' },
    ]);
  });

  it('ignores a repeated approval and a late pending status', () => {
    given(...approved)
      .when(providerStatus('APPROVED'), providerStatus('PENDING', 'late'))
      .yieldsNothing();
  });

  it('accepts an approval that arrives after a cancellation or a rejection', () => {
    given(...facts(request, submission, providerStatus('CANCELED')))
      .when(providerStatus('APPROVED'))
      .yields('PaymentApproved');
    given(...facts(request, submission, providerStatus('REJECTED')))
      .when(providerStatus('APPROVED'))
      .yields('PaymentApproved');
  });

  it('records a contradicting provider status once as a refused notice, without changing the status', () => {
    const refunded = facts(
      request,
      submission,
      providerStatus('APPROVED'),
      providerStatus('REFUNDED'),
    );
    given(...refunded)
      .when(providerStatus('APPROVED', 'n-2'), providerStatus('APPROVED', 'n-2'))
      .yields('PaymentNoticeRefused');
    given(...approved)
      .when(providerStatus('REJECTED', 'n-3'))
      .yields('PaymentNoticeRefused');
  });

  it('rejects a refund above the amount left after completed and pending refunds, or before approval', () => {
    const { state } = given(...approved)
      .when(refund('r-1', 9_000), settle('r-1'), refund('r-2', 600))
      .yields('PaymentRefundRequested', 'PaymentRefunded', 'PaymentRefundRequested');
    expect(state.status).to.equal('APPROVED');
    given(...approved)
      .when(refund('r-1', 9_000), refund('r-2', 701))
      .refuses('payment/refund-exceeds-paid');
    given(...requested)
      .when(refund('r-1', 1))
      .refuses('payment/not-refundable');
  });

  it('makes the amount of a failed refund refundable again', () => {
    given(...approved)
      .when(
        refund('r-1', 9_700),
        { type: 'FailRefund', refundId: 'r-1', cause: 'refused', now },
        refund('r-2', 9_700),
        settle('r-2'),
      )
      .yields(
        'PaymentRefundRequested',
        'PaymentRefundFailed',
        'PaymentRefundRequested',
        'PaymentRefunded',
      );
  });

  it('becomes REFUNDED when its last cent is refunded', () => {
    const { state } = given(...approved)
      .when(refund('r-1', 1), settle('r-1'), refund('r-2', 9_699), settle('r-2'), settle('r-2'))
      .yields(
        'PaymentRefundRequested',
        'PaymentRefunded',
        'PaymentRefundRequested',
        'PaymentRefunded',
      );
    expect(state.status).to.equal('REFUNDED');
  });

  it('takes back the parts that were recorded with the request of each refund, whichever settles first', () => {
    const { facts: events } = given(...approved)
      .when(refund('r-1', 7_396), refund('r-2', 2_303), settle('r-2'), settle('r-1'))
      .yields(
        'PaymentRefundRequested',
        'PaymentRefundRequested',
        'PaymentRefunded',
        'PaymentRefunded',
      );
    const partsOf = (type: 'PaymentRefundRequested' | 'PaymentRefunded') =>
      Object.fromEntries(
        events.flatMap((event) =>
          event.type === type ? [[event.data.refundId, event.data.parts]] : [],
        ),
      );
    expect(partsOf('PaymentRefunded')).to.deep.equal(partsOf('PaymentRefundRequested'));
  });

  it('charges back only the amount that was not refunded before', () => {
    const { facts: events } = given(
      ...facts(
        request,
        submission,
        providerStatus('APPROVED'),
        refund('r-1', 2_000),
        settle('r-1'),
      ),
    )
      .when(providerStatus('CHARGEBACK'))
      .yields('PaymentChargedBack');
    const [chargeback] = events;
    if (chargeback?.type !== 'PaymentChargedBack') return expect.fail();
    expect(chargeback.data.amount).to.equal(7_700);
    expect(chargeback.data.total).to.equal(9_700);
  });

  it('lets a chargeback win over a pending refund, and records the late refund as a refused notice', () => {
    given(...approved)
      .when(refund('r-1', 2_000), providerStatus('CHARGEBACK'), settle('r-1'), settle('r-1'))
      .yields('PaymentRefundRequested', 'PaymentChargedBack', 'PaymentNoticeRefused');
  });

  it('ignores a REFUNDED status of the provider while our own refund is pending', () => {
    given(...approved)
      .when(refund('r-1', 500), providerStatus('REFUNDED'))
      .yields('PaymentRefundRequested');
  });

  it('leaves an unanswered submission pending until it is answered', () => {
    const { state } = given(...facts(request))
      .when(unanswered, unanswered)
      .yields('PaymentSubmissionUnanswered');
    expect(state.status).to.equal('PENDING');
    given(...facts(request, unanswered))
      .when(submission, providerStatus('APPROVED'))
      .yields('PaymentSubmitted', 'PaymentApproved');
  });

  describe('Rerouting to another acquirer', () => {
    const choice = {
      reason: 'FALLBACK' as const,
      considered: [{ provider: 'onz', share: 0, standing: 'FIT' as const }],
    };
    const rerouting = { from: 'sandbox', to: 'onz', cause: 'invalid', choice, now };
    const reroute: PaymentCommand = { type: 'Reroute', ...rerouting };
    const fromOnz = submitted({}, 'onz');

    it('ignores the first acquirer’s answers after rerouting', () => {
      const { state } = given(...facts(request))
        .when(reroute, reroute, submission, providerStatus('REJECTED'), fromOnz)
        .yields('PaymentRerouted', 'PaymentSubmitted');
      expect(state.status === 'PENDING' && state.provider).to.equal('onz');
    });

    it('names the new acquirer in the approval and the refund request', () => {
      const paid = providerStatus('APPROVED', 'approved', 'onz');
      const { facts: events } = given(...facts(request, reroute, fromOnz))
        .when(paid, refund('r-1', 500))
        .yields('PaymentApproved', 'PaymentRefundRequested');
      expect(events.map(({ data }) => 'provider' in data && data.provider)).to.deep.equal([
        'onz',
        'onz',
      ]);
    });

    it('drops the first acquirer’s charge when the payment moves to the acquirer at which it was charged', () => {
      const follow = { ...reroute, cause: 'charged-elsewhere' } as const;
      const { state } = given(...facts(request, submission, follow))
        .when(submission, providerStatus('CANCELED'), fromOnz)
        .yields('PaymentSubmitted');
      expect(state).to.include({ provider: 'onz', status: 'PENDING', submission: 'ANSWERED' });
    });

    it('does not reroute once an acquirer has answered or may have charged', () => {
      given(...facts(request, unanswered))
        .when(reroute)
        .yieldsNothing();
      given(...requested)
        .when(reroute)
        .yieldsNothing();
    });
  });

  it('is captured by one call at a time, and not while the process that charged may still capture it', () => {
    const call = { provider: 'sandbox', after: null, epoch: 1 } as const;
    const begin = (type: 'BeginCharge' | 'BeginCapture', attemptId: string, seconds: number) =>
      ({ ...call, type, attemptId, now: addSeconds(now, seconds) }) as const;
    const charging = facts(
      request,
      begin('BeginCharge', '0b8a4d1e-5b0c-4a55-8d43-0d6a4b6f2a11', 0),
    );
    const captureAfterMinute = (attemptId: string) => begin('BeginCapture', attemptId, 60);
    given(...charging)
      .when(begin('BeginCapture', '0b8a4d1e-5b0c-4a55-8d43-0d6a4b6f2a22', 10))
      .yieldsNothing();
    given(...charging)
      .when(
        captureAfterMinute('0b8a4d1e-5b0c-4a55-8d43-0d6a4b6f2a22'),
        captureAfterMinute('0b8a4d1e-5b0c-4a55-8d43-0d6a4b6f2a33'),
      )
      .yields('CaptureAttempted');
    given(...charging, ...facts(request, submission, providerStatus('APPROVED')).slice(1))
      .when(captureAfterMinute('0b8a4d1e-5b0c-4a55-8d43-0d6a4b6f2a22'))
      .yieldsNothing();
  });

  it('splits the seller’s net into twelve receivables that sum to it', () => {
    const twelve: PaymentCommand = {
      type: 'RequestPayment',
      payment: samplePayment({ method: 'CREDIT_CARD', installments: 12 }),
    };
    const { facts: events } = given(...facts(twelve, submission))
      .when(providerStatus('APPROVED'))
      .yields('PaymentApproved');
    const [approval] = events;
    if (approval?.type !== 'PaymentApproved') return expect.fail();
    const { receivables, parts } = approval.data;
    expect(receivables).to.have.length(12);
    expect(sum(receivables.map(({ amount }) => amount))).to.equal(parts.net);
  });
});
