import { bookApprovedPayment } from './book-approved-payment.ts';
import { carryOutRefund } from './carry-out-refund.ts';
import { carryOutWithdrawal } from './carry-out-withdrawal.ts';
import type { Policy } from './policy.ts';
import { reverseTakenBackPayment } from './reverse-taken-back-payment.ts';
import { suspendDestination } from './suspend-destination.ts';
import { suppressMailbox } from './suppress-mailbox.ts';
import { tellOfDestination } from './tell-of-destination.ts';
import { tellOfDocument, tellOfWithdrawal } from './tell-of-seller-matters.ts';
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
  suspendDestination,
  tellOfDestination,
  tellOfWithdrawal,
  tellOfDocument,
];
