import type { PaymentStatus } from './charge.ts';
import type { WithdrawStatus } from './payout.ts';

/** What an authenticated webhook claims. A hint: money moves only after the provider was read back. */
export type ProviderNotice =
  | {
      readonly type: 'TRANSACTION';
      /** The provider's id of this notice, or a stable digest of it: deduplicates deliveries. */
      readonly noticeId: string;
      readonly transactionId: string;
      /** Ours, where the notice repeats it. */
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
  /** Exact bytes as they came, decoded as UTF-8. */
  readonly body: string;
}

/** What the provider tells without being asked. */
export interface Notices {
  /** Every word of a notice that was read is certainly the provider's; else anybody may have sent it. */
  readonly authenticatesNotices: boolean;
  /** Nothing = authentic but not for us. @throws ProviderFailure `unauthorized` on a bad signature, `unreadable` on a bad body. */
  readonly readNotices: (request: NoticeRequest) => Promise<readonly ProviderNotice[]>;
}
