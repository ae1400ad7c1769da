import type { Cents, Currency } from '#/domain/values/money.ts';
import type { Breakdown, Receivable } from '#/domain/payment/events.ts';
import type { MaybeSimulated } from '#/domain/platform/simulated.ts';
import type { Day, Month, Timestamp } from '#/domain/values/time.ts';
import type { Carried, WithdrawalHeldData } from './events.ts';
import type { MoneyOfAccount } from './money-of-account.ts';

/** What follows if the account does not cover a refund: it fails, staff decide, or (the last two) it is held all the same. */
type Uncovered = 'REFUSE' | 'ASK_STAFF' | 'OVERDRAW' | 'DECIDED';

interface OfAccount {
  readonly platformId: string;
  readonly sellerId: string;
  readonly now: Timestamp;
}

/** An account accepts only its own currency. */
interface InCurrency extends OfAccount, MaybeSimulated {
  readonly currency: Currency;
}

export type AccountCommand =
  | (OfAccount & {
      readonly type: 'OpenAccount';
      readonly period: Month;
      /** State of the closed month before; absent for the first month. */
      readonly carried?: Carried;
    })
  | { readonly type: 'ClosePeriod'; readonly now: Timestamp }
  | (InCurrency & {
      readonly type: 'BookReceivables';
      readonly paymentId: string;
      readonly parts: Breakdown;
      readonly receivables: readonly Receivable[];
    })
  | (OfAccount & { readonly type: 'ReleaseReceivables'; readonly through: Day })
  | (InCurrency & {
      readonly type: 'ReverseReceivables';
      readonly paymentId: string;
      readonly refundId: string;
      readonly cause: 'REFUND' | 'CHARGEBACK';
      readonly amount: Cents;
      readonly parts: Breakdown;
      readonly receivables: readonly Receivable[];
      /** What is left of the payment after the reversal; absent after an older event. */
      readonly left?: Cents | undefined;
    })
  | (InCurrency & {
      readonly type: 'HoldRefund';
      readonly refundId: string;
      readonly paymentId: string;
      readonly provider: string;
      readonly merchantAccount?: string | undefined;
      readonly transactionId: string;
      /** What the buyer gets back. */
      readonly amount: Cents;
      /** The seller's part. */
      readonly receivables: readonly Receivable[];
      /** When the refund of the sale was requested. */
      readonly requestedAt?: Timestamp;
      /** The refund may repeat one that the log has lost, as its request says. */
      readonly mayRepeat?: true | undefined;
      readonly uncovered: Uncovered;
    })
  | (OfAccount & { readonly type: 'ReleaseRefundHold'; readonly refundId: string })
  | {
      readonly type: 'HoldWithdrawal';
      readonly withdrawal: WithdrawalHeldData;
      /** The most that may be withdrawn on one day; absent = no limit. */
      readonly largestPerDay?: Cents | undefined;
    }
  | (OfAccount &
      MaybeSimulated & {
        readonly type: 'PayWithdrawal';
        readonly withdrawalId: string;
        readonly provider: string;
        readonly merchantAccount?: string | undefined;
        /** The amount that was held; absent when the event behind the command is older than the field. */
        readonly amount?: Cents | undefined;
        readonly fee?: Cents | undefined;
      })
  | (InCurrency & {
      readonly type: 'ReverseWithdrawal';
      readonly withdrawalId: string;
      /** The amounts are a difference that staff found. Absent = all of the payout. */
      readonly isPart?: true;
      /** Which correction of the payout this is; absent = the first one. */
      readonly ordinal?: number;
      readonly amount: Cents;
      readonly fee: Cents;
      readonly provider: string;
      readonly merchantAccount?: string | undefined;
      readonly cause: string;
    })
  | (InCurrency & {
      readonly type: 'TakeWithdrawal';
      readonly withdrawalId: string;
      readonly isPart?: true;
      readonly ordinal?: number;
      readonly amount: Cents;
      readonly fee: Cents;
      readonly provider: string;
      readonly merchantAccount?: string | undefined;
    })
  /** Takes all simulated money out of the account. */
  | (OfAccount & {
      readonly type: 'WriteOffSimulated';
      readonly reason: string;
      /** Given if the platform has never been in production: all money of the account, which is simulated then, marked so or not. */
      readonly neverReal?: MoneyOfAccount | undefined;
    })
  | (OfAccount & {
      readonly type: 'ReturnWithdrawal';
      readonly withdrawalId: string;
      readonly cause: string;
    });
