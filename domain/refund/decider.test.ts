import { cents } from '#/domain/money.ts';
import { sampleNow as now } from '#/domain/testing/samples.ts';
import { specify } from '#/domain/testing/specify.ts';
import type { RefundCommand } from './commands.ts';
import { refund } from './decider.ts';

const { given } = specify(refund);

const open: RefundCommand = {
  type: 'OpenRefund',
  refund: {
    platformId: 'demo',
    sellerId: 'seller-1',
    paymentId: 'p-1',
    provider: 'sandbox',
    transactionId: 'tx-1',
    amount: cents(500),
    at: now,
  },
};
const unanswered: RefundCommand = { type: 'RecordUnanswered', failure: 'unavailable', now };
const settled: RefundCommand = { type: 'RecordSettled', providerRefundId: 'r-1', now };
const failed: RefundCommand = { type: 'RecordFailed', cause: 'refused', now };

describe('Refund at the provider', () => {
  it('opens once, and rejects an outcome before that', () => {
    given().when(open, open).yields('RefundRequested');
    given().when(settled).refuses('refund/unknown');
  });

  it('stays open while the provider does not answer, and keeps its first outcome', () => {
    given()
      .when(open, unanswered, unanswered, settled, settled, failed)
      .yields('RefundRequested', 'RefundUnanswered', 'RefundSettled');
    given().when(open, failed, settled).yields('RefundRequested', 'RefundFailed');
  });
});
