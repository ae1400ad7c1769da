import { expect } from 'chai';
import { sampleNow as now, sampleRefund } from '#/domain/testing/samples.ts';
import { specify } from '#/domain/testing/specify.ts';
import { addSeconds } from '#/domain/values/time.ts';
import type { RefundCommand } from './commands.ts';
import { refund } from './decider.ts';

const { given } = specify(refund);

const open: RefundCommand = {
  type: 'RequestProviderRefund',
  refund: sampleRefund,
};
const unanswered: RefundCommand = { type: 'RecordUnanswered', failure: 'unavailable', now };
const settled: RefundCommand = { type: 'RecordSettled', providerRefundId: 'r-1', now };
const failed: RefundCommand = { type: 'RecordFailed', cause: 'refused', now };

const FIRST = '0b4fb5a1-8a35-4f62-8a5c-0b7d6c0a9f11';
const SECOND = '7d1a2c9e-3b5f-4e8a-9c1d-2f6b8a4e5d22';

describe('Refund at the provider', () => {
  it('opens once, and rejects an outcome before that', () => {
    given().when(open, open).yields('RefundRequested');
    given().when(settled).refuses('refund/unknown');
  });

  it('stays open while the provider does not answer, and keeps its first outcome', () => {
    given()
      .when(open, unanswered, unanswered, settled, settled, failed)
      .yields('RefundRequested', 'RefundUnanswered', 'RefundSettled');
    // Staff must decide about what the provider says afterwards.
    const { state } = given()
      .when(open, failed, settled)
      .yields('RefundRequested', 'RefundFailed', 'RefundContradicted');
    expect(state.status).to.equal('FAILED');
  });

  it('has not failed when a process that froze says that its call was declined, and another call was made since', () => {
    const begin = (attemptId: string, after: string | null, at: string): RefundCommand => ({
      type: 'BeginRefund',
      attemptId,
      after,
      epoch: 1,
      now: at,
    });
    const later = addSeconds(now, 60);
    const calledTwice = [open, begin(FIRST, null, now), begin(SECOND, FIRST, later)] as const;
    const events = ['RefundRequested', 'RefundAttempted', 'RefundAttempted'] as const;
    given()
      .when(...calledTwice, { ...failed, attemptId: FIRST })
      .yields(...events);
    given()
      .when(...calledTwice, { ...failed, attemptId: SECOND })
      .yields(...events, 'RefundFailed');
  });
});
