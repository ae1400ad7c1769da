import type { PaymentStatus } from './charge.ts';
import type { WithdrawStatus } from './payout.ts';

/** What a webhook claims: a hint. The provider is read back before money moves. */
export type ProviderNotice =
  | {
      readonly type: 'TRANSACTION';
      /** The provider's id of this notice, or a digest of it: deduplicates deliveries. */
      readonly noticeId: string;
      readonly transactionId: string;
      /** Our payment id, where the notice repeats it. */
      readonly orderId?: string;
      readonly status: PaymentStatus;
    }
  | {
      readonly type: 'WITHDRAW';
      readonly noticeId: string;
      readonly withdrawReference: string;
      readonly status: WithdrawStatus;
    };

export interface NoticeRequest {
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The exact bytes received, decoded as UTF-8. */
  readonly body: string;
}

export interface Notices {
  /** True = `readNotices` returns only notices that contain a proof that they are from the provider. */
  readonly authenticatesNotices: boolean;
  /**
   * Returns the notices in a delivery to our webhook; `[]` when it does not concern us.
   * @throws ProviderFailure `unauthorized` on a bad signature, `unreadable` on a bad body
   */
  readonly readNotices: (request: NoticeRequest) => Promise<readonly ProviderNotice[]>;
}
