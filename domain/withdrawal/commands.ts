import type { Timestamp } from '#/domain/time.ts';
import type { WithdrawalRequestedData } from './events.ts';

export type WithdrawalCommand =
  | { readonly type: 'OpenWithdrawal'; readonly withdrawal: WithdrawalRequestedData }
  | { readonly type: 'RecordSent'; readonly providerWithdrawId: string; readonly now: Timestamp }
  | { readonly type: 'RecordUnanswered'; readonly failure: string; readonly now: Timestamp }
  | { readonly type: 'RecordSettled'; readonly endToEndId: string | null; readonly now: Timestamp }
  | {
      readonly type: 'RecordFailed';
      readonly cause: string;
      /** What was told of it, as it may stay on record. */
      readonly text?: string | null;
      readonly now: Timestamp;
    };
