import { expect } from 'chai';
import { sampleNow as now } from '#/domain/testing/samples.ts';
import { addSeconds } from '#/domain/values/time.ts';
import { readBackOnce } from './one-read-back.ts';
import type { NoticeEnd, StoredNotice } from './store/notice-store.ts';

const refundNotice = (differences: Partial<StoredNotice> = {}): StoredNotice => ({
  noticeId: 'onz:demo:refunded',
  provider: 'onz',
  platformId: 'demo',
  receivedAt: now,
  lastReceivedAt: now,
  repeats: 0,
  outcome: 'RECEIVED',
  type: 'TRANSACTION',
  reference: 'tx-1',
  orderId: null,
  status: 'REFUNDED',
  paymentId: 'p-1',
  attempts: 0,
  failure: null,
  sequence: '1',
  isAuthentic: false,
  isProved: true,
  ...differences,
});

/** The answer has brought a part that the acquirer refunded. */
const brought: NoticeEnd = {
  outcome: 'APPLIED',
  platformId: 'demo',
  confirmed: ['APPROVED', 'REFUNDED'],
  confirmsRefundsReceivedUntil: addSeconds(now, -86_400),
  bringsRefund: true,
};

const endsOf = async (
  notices: readonly StoredNotice[],
  end: NoticeEnd,
): Promise<readonly NoticeEnd['outcome'][]> => {
  const ends = await readBackOnce(notices, async () => end);
  return notices.map(({ noticeId }) => ends.get(noticeId)?.outcome ?? 'RECEIVED');
};

const another = refundNotice({ noticeId: 'onz:demo:refunded-2', sequence: '2' });

describe('An answer that brings a refund by the acquirer', () => {
  it('ends the only notice of a refund, whatever other notices are about', async () => {
    const chargeback = refundNotice({ noticeId: 'onz:demo:back', status: 'CHARGEBACK' });
    expect(await endsOf([refundNotice(), chargeback], brought)).to.deep.equal([
      'APPLIED',
      'UNCONFIRMED',
    ]);
  });

  it('ends none of two notices, nor one that came again: its total may lack one of the refunds', async () => {
    const again = refundNotice({ repeats: 1 });
    expect(await endsOf([again], brought)).to.deep.equal(['UNCONFIRMED']);
    expect(await endsOf([refundNotice(), another], brought)).to.deep.equal([
      'UNCONFIRMED',
      'UNCONFIRMED',
    ]);
  });

  it('ends all that came a day before, and all at once if nothing is left to refund', async () => {
    const both = [refundNotice(), another];
    const dayLater = { ...brought, confirmsRefundsReceivedUntil: now };
    const { confirmsRefundsReceivedUntil: _, ...whole } = brought;
    for (const end of [dayLater, whole])
      expect(await endsOf(both, end)).to.have.members(['APPLIED', 'NO_EFFECT']);
  });
});
