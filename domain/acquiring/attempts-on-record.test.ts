import { expect } from 'chai';
import type { RoutingDecision } from '#/domain/acquiring/choose.ts';
import type { PaymentCommand } from '#/domain/payment/commands.ts';
import { payment } from '#/domain/payment/decider.ts';
import { refund } from '#/domain/refund/decider.ts';
import type { RefundCommand } from '#/domain/refund/commands.ts';
import { request, said, submitted } from '#/domain/testing/payment-commands.ts';
import { sampleNow as now, sampleRefund } from '#/domain/testing/samples.ts';
import { specify } from '#/domain/testing/specify.ts';
import { CHARGED_ELSEWHERE } from '#/domain/payment/reroute.ts';
import { beginCharge, FIRST, SECOND } from '#/domain/testing/two-calls.ts';
import { addSeconds } from '#/domain/values/time.ts';
import { listAttempts } from './attempts-on-record.ts';

const ofPayment = (...commands: readonly PaymentCommand[]) =>
  listAttempts(specify(payment).facts(request, ...commands));

const ofRefund = (...commands: readonly RefundCommand[]) =>
  listAttempts(
    specify(refund).facts({ type: 'RequestProviderRefund', refund: sampleRefund }, ...commands),
  ).map(({ outcome, cause }) => [outcome, cause]);

const beginRefund = (attemptId: string, after: string | null, seconds: number): RefundCommand => ({
  type: 'BeginRefund',
  attemptId,
  after,
  epoch: 1,
  now: addSeconds(now, seconds),
});

const unanswered = { type: 'RecordUnanswered', failure: 'unavailable', now } as const;

describe('Attempts of a request', () => {
  it('are shown as they were recorded before their calls, and unknown until there is an answer', () => {
    const account = { merchantAccount: 'our-account', credential: 2 };
    const [charge, ...others] = ofPayment({ ...beginCharge(FIRST, null, 0), ...account });
    expect(others).to.deep.equal([]);
    expect(charge?.call).to.include({ ...account, attemptId: FIRST, ordinal: 1, at: now });
    expect(charge).to.include({ operation: 'CHARGE', outcome: 'UNKNOWN', endedAt: null });
  });

  it('end one by one: an answer to the last one does not end an unanswered one before it', () => {
    const provider = 'sandbox';
    const attempts = ofPayment(
      beginCharge(FIRST, null, 0),
      { ...unanswered, provider, attemptId: FIRST },
      beginCharge(SECOND, FIRST, 60),
      submitted(),
    );
    expect(
      attempts.map(({ call, outcome, cause }) => [call.ordinal, outcome, cause]),
    ).to.deep.equal([
      [1, 'UNKNOWN', 'unavailable'],
      [2, 'ACCEPTED', null],
    ]);
  });

  it('stay accepted where the payment moved on to a charge that was found at another acquirer', () => {
    const other = 'pagarme';
    const attempts = ofPayment(
      beginCharge(FIRST, null, 0),
      submitted(),
      {
        type: 'Reroute',
        from: 'sandbox',
        to: other,
        cause: CHARGED_ELSEWHERE,
        choice: { reason: 'ONLY', considered: [] },
        now,
      },
      submitted({ transactionId: 'found' }, other),
      { ...said('APPROVED', { transactionId: 'found' }), provider: other },
    );
    expect(attempts.map(({ call, outcome }) => [call.provider, outcome])).to.deep.equal([
      ['sandbox', 'ACCEPTED'],
    ]);
  });

  it('show that a charge happened once the payment, which had moved on from it, has moved back to it', () => {
    const choice: RoutingDecision = { reason: 'ONLY', considered: [] };
    const [here, other] = ['sandbox', 'pagarme'];
    const move = { type: 'Reroute', choice, now } as const;
    const attempts = ofPayment(
      beginCharge(FIRST, null, 0),
      { ...move, from: here, to: other, cause: 'unavailable' },
      beginCharge(SECOND, null, 60, other),
      submitted({ transactionId: 'tx-b' }, other),
      { ...move, from: other, to: here, cause: CHARGED_ELSEWHERE },
      submitted({ transactionId: 'tx-a' }, here),
      { ...said('APPROVED', { transactionId: 'tx-a' }), provider: here },
    );
    expect(attempts.map(({ call, outcome }) => [call.provider, outcome])).to.deep.equal([
      [here, 'HAPPENED'],
      [other, 'ACCEPTED'],
    ]);
  });

  it('of a capture end with the payment, as its charge does', () => {
    const late = addSeconds(now, 60);
    const begin = { attemptId: SECOND, after: null, epoch: 1, provider: 'sandbox', now: late };
    const attempts = ofPayment(
      beginCharge(FIRST, null, 0),
      submitted(),
      { type: 'BeginCapture', ...begin },
      said('APPROVED'),
    );
    expect(attempts.map(({ operation, outcome }) => [operation, outcome])).to.deep.equal([
      ['CHARGE', 'HAPPENED'],
      ['CAPTURE', 'HAPPENED'],
    ]);
  });

  it('show whether nothing was sent, or the acquirer accepted or refused, and why', () => {
    const begun = beginRefund(FIRST, null, 0);
    const unsent: RefundCommand = { ...unanswered, isUnsent: true, attemptId: FIRST };
    const accepted: RefundCommand = { ...unanswered, failure: 'taken-in' };
    expect(ofRefund(begun, unsent)).to.deep.equal([['NOT_SENT', 'unavailable']]);
    expect(ofRefund(begun, accepted)).to.deep.equal([['ACCEPTED', 'taken-in']]);
    expect(ofRefund(begun, { type: 'RecordFailed', cause: 'refused', now })).to.deep.equal([
      ['DID_NOT_HAPPEN', 'refused'],
    ]);
  });

  it('that were never sent do not count as done when a look-up finds that an unanswered one was done', () => {
    const unsent: RefundCommand = { ...unanswered, isUnsent: true, attemptId: SECOND };
    const settled: RefundCommand = { type: 'RecordSettled', providerRefundId: 'r-1', now };
    const [first, second] = [beginRefund(FIRST, null, 0), beginRefund(SECOND, FIRST, 3_600)];
    expect(
      ofRefund(first, { ...unanswered, attemptId: FIRST }, second, unsent, settled),
    ).to.deep.equal([
      ['HAPPENED', null],
      ['NOT_SENT', 'unavailable'],
    ]);
  });

  it('keep an answer of the acquirer when a later call is not answered', () => {
    const accepted: RefundCommand = { ...unanswered, failure: 'taken-in' };
    const settled: RefundCommand = { type: 'RecordSettled', providerRefundId: 'r-1', now };
    const begun = beginRefund(FIRST, null, 0);
    expect(ofRefund(begun, accepted, unanswered)).to.deep.equal([['ACCEPTED', 'taken-in']]);
    expect(ofRefund(begun, unanswered, settled)).to.deep.equal([['HAPPENED', null]]);
  });
});
