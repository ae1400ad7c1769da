import { bookApprovedPayment } from './book-approved-payment.ts';
import { carryOutRefund } from './carry-out-refund.ts';
import { carryOutWithdrawal } from './carry-out-withdrawal.ts';
import { payWithdrawal } from './pay-withdrawal.ts';
import { refundAtProvider } from './refund-at-provider.ts';
import type { Policy, Reaction } from './policy.ts';
import { registerReceiver } from './register-receiver.ts';
import { reverseTakenBackPayment } from './reverse-taken-back-payment.ts';

export const policies: readonly Policy[] = [
  bookApprovedPayment,
  reverseTakenBackPayment,
  carryOutRefund,
  carryOutWithdrawal,
];

export const reactions: readonly Reaction[] = [refundAtProvider, payWithdrawal, registerReceiver];
