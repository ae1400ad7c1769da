import type { ProviderNotice } from '#/domain/ports/notice.ts';
import type { FindPayment } from './find-payment.ts';
import type { NoticeAccount, References } from './references.ts';
import type { RecognisedNotice } from '#/api/webhooks/store/notice-store.ts';

export type Recognise = (
  account: NoticeAccount,
  notices: readonly ProviderNotice[],
) => Promise<readonly RecognisedNotice[]>;

/** A single notice is looked up in more places, because our answer says whether we know the charge. */
export const createRecogniser =
  ({
    references,
    paymentOf,
  }: {
    readonly references: References;
    readonly paymentOf: FindPayment;
  }): Recognise =>
  async (sender, notices) => {
    const { provider, platformId } = sender;
    const account = { provider, platformId };
    const [only, ...others] = notices;
    if (only?.type === 'TRANSACTION' && others.length === 0) {
      const { transactionId, orderId = null } = only;
      const paymentId = await paymentOf({ ...account, transactionId, orderId });
      return [{ notice: only, paymentId, isKnown: paymentId !== null }];
    }
    const transactionIds = notices.flatMap((notice) =>
      notice.type === 'TRANSACTION' ? notice.transactionId : [],
    );
    const withdrawalIds = notices.flatMap((notice) =>
      notice.type === 'WITHDRAW' ? notice.withdrawReference : [],
    );
    const [payments, withdrawals] = await Promise.all([
      transactionIds.length > 0 ? references.paymentsOf(account, transactionIds) : null,
      withdrawalIds.length > 0 ? references.withdrawalsAmong(account, withdrawalIds) : null,
    ]);
    return notices.map((notice) => {
      if (notice.type === 'WITHDRAW') {
        const isKnown = withdrawals?.has(notice.withdrawReference) ?? false;
        return { notice, isKnown, paymentId: null };
      }
      const paymentId = payments?.get(notice.transactionId) ?? null;
      return { notice, isKnown: paymentId !== null, paymentId };
    });
  };
