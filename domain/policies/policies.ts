import { bookApprovedPayment } from './book-approved-payment.ts';
import { carryOutRefund } from './carry-out-refund.ts';
import { carryOutWithdrawal } from './carry-out-withdrawal.ts';
import type { Policy } from './policy.ts';
import { reverseTakenBackPayment } from './reverse-taken-back-payment.ts';
import { suppressMailbox } from './suppress-mailbox.ts';
import { tellOfNewDevice, tellOfNewPassword, tellOfSecondFactor } from './tell-of-access.ts';

export const policies: readonly Policy[] = [
  bookApprovedPayment,
  reverseTakenBackPayment,
  carryOutRefund,
  carryOutWithdrawal,
  tellOfNewDevice,
  tellOfNewPassword,
  tellOfSecondFactor,
  suppressMailbox,
];
