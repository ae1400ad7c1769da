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
      /** Explanation of the outcome, without personal data (`toldOnRecord`). */
      readonly text?: string | null;
      readonly now: Timestamp;
    };
