import type { Cents, Currency } from '#/domain/money.ts';
import type { Breakdown, Receivable } from '#/domain/payment/events.ts';
import type { Day, Month, Timestamp } from '#/domain/time.ts';
import type { Carried, WithdrawalHeldData } from './events.ts';

interface OfAccount {
  readonly platformId: string;
  readonly sellerId: string;
  readonly now: Timestamp;
}

/** The command brings amounts: an account takes those of its own currency only. */
interface InCurrency extends OfAccount {
  readonly currency: Currency;
}

export type AccountCommand =
  | (OfAccount & {
      readonly type: 'OpenAccount';
      readonly period: Month;
      /** State carried over from the closed month before; absent for the first month. */
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
      /** What is left of the payment then; absent when the event that led to this command is older than the field. */
      readonly left?: Cents | undefined;
    })
  | (InCurrency & {
      readonly type: 'HoldRefund';
      readonly refundId: string;
      readonly paymentId: string;
      readonly provider: string;
      /** The account there that has the sale. */
      readonly merchantAccount?: string | undefined;
      readonly transactionId: string;
      /** What the buyer gets back. */
      readonly amount: Cents;
      /** The seller's part. */
      readonly receivables: readonly Receivable[];
      /** When the refund was requested of the sale. */
      readonly requestedAt?: Timestamp;
      /** Hold it even if there is less. */
      readonly mayOverdraw: boolean;
    })
  | (OfAccount & { readonly type: 'ReleaseRefundHold'; readonly refundId: string })
  | {
      readonly type: 'HoldWithdrawal';
      readonly withdrawal: WithdrawalHeldData;
      /** The most that may be withdrawn on one day; absent = no limit. */
      readonly largestPerDay?: Cents | undefined;
    }
  | (OfAccount & {
      readonly type: 'PayWithdrawal';
      readonly withdrawalId: string;
      readonly provider: string;
      /** What was held for it; absent when the event that led to this command is older than the field. */
      readonly amount?: Cents | undefined;
      readonly fee?: Cents | undefined;
    })
  | (InCurrency & {
      readonly type: 'ReverseWithdrawal';
      readonly withdrawalId: string;
      /** Only the difference to what was paid by the record; also below. */
      readonly isPart?: true;
      /** Which correction of the payout it is; absent = the first one. Also below. */
      readonly ordinal?: number;
      readonly amount: Cents;
      readonly fee: Cents;
      readonly provider: string;
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
    })
  | (OfAccount & {
      readonly type: 'ReturnWithdrawal';
      readonly withdrawalId: string;
      readonly cause: string;
    });
