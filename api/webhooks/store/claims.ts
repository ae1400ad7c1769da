import type { ProviderNotice } from '#/domain/ports/notice.ts';
import type { PaymentStatus } from '#/domain/ports/charge.ts';
import type { StoredNotice, RecognisedNotice } from './notice-store.ts';
import type { AccountAt } from './shares.ts';

/** Statuses by which a notice claims that money moved; such a claim must not be lost. */
export const ABOUT_MONEY: Readonly<Record<StoredNotice['type'], readonly PaymentStatus[]>> = {
  TRANSACTION: ['APPROVED', 'REFUNDED', 'CHARGEBACK'],
  WITHDRAW: ['APPROVED', 'REJECTED', 'CANCELED'],
};

export interface Claim extends Pick<StoredNotice, 'noticeId' | 'type' | 'orderId' | 'paymentId'> {
  /** Names the target, together with type and account. */
  readonly reference: string;
  readonly status: ProviderNotice['status'];
  readonly isKnown: boolean;
}

export const claimsOf = (
  { provider, account }: AccountAt,
  recognised: readonly RecognisedNotice[],
): readonly Claim[] =>
  recognised.map(({ notice, paymentId, isKnown }) => ({
    noticeId: `${provider}:${account}:${notice.noticeId}`,
    type: notice.type,
    reference: notice.type === 'TRANSACTION' ? notice.transactionId : notice.withdrawReference,
    orderId: notice.type === 'TRANSACTION' ? (notice.orderId ?? null) : null,
    status: notice.status,
    paymentId,
    isKnown,
  }));
