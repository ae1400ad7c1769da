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
  formerAccount: null,
  isProved: true,
  ...differences,
});

/** End of a read-back whose answer brought a partial refund by the acquirer. */
const refundBrought: NoticeEnd = {
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
    expect(await endsOf([refundNotice(), chargeback], refundBrought)).to.deep.equal([
      'APPLIED',
      'UNCONFIRMED',
    ]);
  });

  it('ends none of two notices, nor one that was repeated: the total in the answer may lack one of the refunds', async () => {
    const repeated = refundNotice({ repeats: 1 });
    expect(await endsOf([repeated], refundBrought)).to.deep.equal(['UNCONFIRMED']);
    expect(await endsOf([refundNotice(), another], refundBrought)).to.deep.equal([
      'UNCONFIRMED',
      'UNCONFIRMED',
    ]);
  });

  it('ends all notices received a day before it, and all notices if nothing is left to refund', async () => {
    const both = [refundNotice(), another];
    const dayLater = { ...refundBrought, confirmsRefundsReceivedUntil: now };
    const { confirmsRefundsReceivedUntil: _, ...whole } = refundBrought;
    for (const end of [dayLater, whole])
      expect(await endsOf(both, end)).to.have.members(['APPLIED', 'NO_EFFECT']);
  });
});
