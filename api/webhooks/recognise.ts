import type { Pool } from 'pg';
import type { ProviderNotice } from '#/domain/ports/notice.ts';
import { findByTransactions } from '#/projections/provider-reference.ts';
import { knownWithdrawals } from '#/projections/withdrawals.ts';
import type { FindPayment } from './find-payment.ts';
import type { Recognised, Sender } from '#/api/webhooks/store/notice-store.ts';

type Account = Pick<Sender, 'provider' | 'platformId'>;

/** Determines for each notice whether it is about a charge or payout of ours. */
export type Recognise = (
  account: Account,
  notices: readonly ProviderNotice[],
) => Promise<readonly Recognised[]>;

/** A single notice is looked up in more places than a batch, because its answer says whether we know the charge. */
export const createRecogniser =
  (parts: { readonly pool: Pool; readonly paymentOf: FindPayment }): Recognise =>
  async (account, notices) => {
    const { pool, paymentOf } = parts;
    const [only, ...others] = notices;
    if (only?.type === 'TRANSACTION' && others.length === 0) {
      const { transactionId, orderId = null } = only;
      const paymentId = await paymentOf({ ...account, transactionId, orderId });
      return [{ notice: only, paymentId, isKnown: paymentId !== null }];
    }
    const transactionIds = notices.flatMap((it) =>
      it.type === 'TRANSACTION' ? it.transactionId : [],
    );
    const withdrawalIds = notices.flatMap((it) =>
      it.type === 'WITHDRAW' ? it.withdrawReference : [],
    );
    const [payments, withdrawals] = await Promise.all([
      transactionIds.length > 0 ? findByTransactions(pool, { ...account, transactionIds }) : null,
      withdrawalIds.length > 0 ? knownWithdrawals(pool, { ...account, withdrawalIds }) : null,
    ]);
    return notices.map((notice) => {
      if (notice.type === 'WITHDRAW') {
        const isKnown = withdrawals?.has(notice.withdrawReference) ?? false;
        return { notice, isKnown, paymentId: null };
      }
      const paymentId = payments?.get(notice.transactionId)?.paymentId ?? null;
      return { notice, isKnown: paymentId !== null, paymentId };
    });
  };
