import type { Cents } from '#/domain/money.ts';
import type { Breakdown, Receivable } from '#/domain/payment/events.ts';
import type { Day, Month, Timestamp } from '#/domain/time.ts';
import type { Carried, WithdrawalHeldData } from './events.ts';

interface OfAccount {
  readonly platformId: string;
  readonly sellerId: string;
  readonly now: Timestamp;
}

export type AccountCommand =
  | (OfAccount & {
      readonly type: 'OpenAccount';
      readonly period: Month;
      /** State carried over from the closed month before; absent for the first month. */
      readonly carried?: Carried;
    })
  | { readonly type: 'ClosePeriod'; readonly now: Timestamp }
  | (OfAccount & {
      readonly type: 'BookReceivables';
      readonly paymentId: string;
      readonly parts: Breakdown;
      readonly receivables: readonly Receivable[];
    })
  | (OfAccount & { readonly type: 'ReleaseReceivables'; readonly through: Day })
  | (OfAccount & {
      readonly type: 'ReverseReceivables';
      readonly paymentId: string;
      readonly refundId: string;
      readonly cause: 'REFUND' | 'CHARGEBACK';
      readonly amount: Cents;
      readonly parts: Breakdown;
      readonly receivables: readonly Receivable[];
    })
  | (OfAccount & {
      readonly type: 'HoldRefund';
      readonly refundId: string;
      readonly paymentId: string;
      readonly provider: string;
      readonly transactionId: string;
      /** What the buyer gets back. */
      readonly amount: Cents;
      /** The seller's part. */
      readonly receivables: readonly Receivable[];
      /** Hold it even if there is less. */
      readonly mayOverdraw: boolean;
    })
  | (OfAccount & { readonly type: 'ReleaseRefundHold'; readonly refundId: string })
  | { readonly type: 'HoldWithdrawal'; readonly withdrawal: WithdrawalHeldData }
  | (OfAccount & {
      readonly type: 'PayWithdrawal';
      readonly withdrawalId: string;
      readonly provider: string;
      /** What was held for it; absent in what follows from events of before it was told. */
      readonly amount?: Cents | undefined;
      readonly fee?: Cents | undefined;
    })
  | (OfAccount & {
      readonly type: 'ReverseWithdrawal';
      readonly withdrawalId: string;
      readonly amount: Cents;
      readonly fee: Cents;
      readonly provider: string;
      readonly cause: string;
    })
  | (OfAccount & {
      readonly type: 'TakeWithdrawal';
      readonly withdrawalId: string;
      readonly amount: Cents;
      readonly fee: Cents;
      readonly provider: string;
    })
  | (OfAccount & {
      readonly type: 'ReturnWithdrawal';
      readonly withdrawalId: string;
      readonly cause: string;
    });
