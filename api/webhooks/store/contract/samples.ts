import { redactDelivery } from '#/api/webhooks/redact-notice.ts';
import type {
  StoreResult,
  NoticeEnd,
  NoticeStore,
  LeasedTarget,
  StoredNotice,
  Trust,
} from '#/api/webhooks/store/notice-store.ts';
import type { PaymentStatus } from '#/domain/ports/charge.ts';

export interface NoticesUnderTest {
  readonly store: NoticeStore;
  /** The store of another process, with the same notices. */
  readonly other: NoticeStore;
  readonly pass: (seconds: number) => Promise<void>;
  readonly dispose: () => Promise<void>;
}

export type CurrentNotices = () => NoticesUnderTest;

export const delivery = redactDelivery({ headers: {}, body: '{}' });

export interface Said {
  readonly transactionId: string;
  readonly provider?: string;
  readonly isProved?: boolean;
  readonly isAuthentic?: boolean;
  readonly formerAccount?: string;
  readonly isKnown?: boolean;
  readonly status?: PaymentStatus;
  /** The payment that the notice names. */
  readonly orderId?: string;
  /** Distinguishes several notices of one charge. */
  readonly word?: string;
}

/** Stores one delivery; its sender is that of the first notice. */
export const report = (
  store: NoticeStore,
  said: readonly [Said, ...Said[]],
  takes = false,
): Promise<StoreResult> => {
  const [{ provider = 'onz', isProved = true, isAuthentic = false, formerAccount }] = said;
  return store.store(
    { provider, platformId: 'demo', isAuthentic, formerAccount, isProved },
    said.map(({ transactionId, isKnown = true, status = 'APPROVED', orderId, word = 'paid' }) => ({
      notice: {
        type: 'TRANSACTION',
        noticeId: `${transactionId}-${word}`,
        transactionId,
        ...(orderId !== undefined && { orderId }),
        status,
      },
      isKnown,
      paymentId: null,
    })),
    delivery,
    takes,
  );
};

export const take = async (
  store: NoticeStore,
  limit = 100,
  trust: Trust = 'genuine',
): Promise<readonly LeasedTarget[]> => (await store.take(trust, limit)).items;

export const conclude = (
  store: NoticeStore,
  leased: LeasedTarget | undefined,
  end: NoticeEnd,
): Promise<void> => {
  if (!leased) throw new Error('nothing was leased');
  return store.conclude(new Map(leased.notices.map(({ noticeId }) => [noticeId, end])), leased);
};

/** @param notice as it was before staff asked the acquirer */
export const concludeByStaff = (
  store: NoticeStore,
  notice: StoredNotice | undefined,
  end: NoticeEnd,
): Promise<void> => {
  if (!notice) throw new Error('the notice is stored');
  return store.conclude(new Map([[notice.noticeId, end]]), { notices: [notice] });
};

const ours = { paymentId: 'p-1', platformId: 'demo' };
export const applied: NoticeEnd = { outcome: 'APPLIED', ...ours };
export const noEffect: NoticeEnd = { outcome: 'NO_EFFECT', ...ours };
export const inVain: NoticeEnd = { outcome: 'UNCONFIRMED', ...ours };
export const failed: NoticeEnd = { outcome: 'FAILED', failure: 'unanswered', ...ours };
export const unknown: NoticeEnd = { outcome: 'UNKNOWN_TRANSACTION' };
