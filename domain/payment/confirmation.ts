import type { PaymentStatus } from '#/domain/ports/charge.ts';
import { add, ZERO } from '#/domain/values/money.ts';
import { addSeconds, type Timestamp } from '#/domain/values/time.ts';
import type { ChargeAnswer, PaymentCommand, ProviderStatus } from './commands.ts';
import { readGivenBack, isPartRefunded } from './receipts/given-back.ts';
import { isAllDecided, isApplied, receiptOf, unfitReceiptOf } from './receipts/receipts.ts';
import { saysPaid } from './receipts/stated-money.ts';
import { underWay } from './refundable.ts';
import { contradictionOf, type RequestedPayment } from './state.ts';

/** What an acquirer's answer confirms of a notice. */
export interface Confirmation {
  /** Statuses that the notice may claim. Absent when no answer was compared. */
  readonly confirmed?: readonly PaymentStatus[];
  /** The answer does not confirm a refund if its notice came later: then it may be about another one. Absent = no limit. */
  readonly refundsUntil?: Timestamp;
}

/** The payment as it was when the provider was asked, and when the answer was applied. */
interface Payments {
  readonly before: RequestedPayment;
  readonly after: RequestedPayment;
}

const TAKEN_BACK: readonly PaymentStatus[] = ['REFUNDED', 'CHARGEBACK'];

/** What our books show of a transaction; undefined = nothing. */
const shownOf = (payment: RequestedPayment, transactionId: string): PaymentStatus | undefined =>
  payment.transactionId === transactionId && saysPaid(payment.status)
    ? payment.status
    : receiptOf(payment, transactionId)?.status;

/** Whether the status is on record as one about which staff decide. */
const isLeftToStaff = (
  payment: RequestedPayment,
  { status, noticeId }: ProviderStatus,
  receipt: string,
): boolean =>
  [{}, { contested: { receipt } }].some((of) =>
    payment.contradictions.includes(contradictionOf(payment.status, { status, noticeId, ...of })),
  );

/** For how long after the notice of a refund the acquirer's total may still lack that refund. */
const LATE_SECONDS = 86_400;

/** Whether the answer has brought a refund that the acquirer made by itself. */
const bringsRefund = ({ before, after }: Payments): boolean =>
  after.byAcquirer.total > before.byAcquirer.total;

/** Whether staff have decided about all money of a transaction beside the sale: its acquirer may have given it back for them. */
const isDecided = (payment: RequestedPayment, transactionId: string): boolean => {
  const receipt = unfitReceiptOf(payment, transactionId);
  return receipt !== undefined && isAllDecided(receipt) && !isApplied(payment, transactionId);
};

/** Whether all that came in went back, or staff decide or have decided about that. */
const isTakenBack = (
  payment: RequestedPayment,
  said: ProviderStatus,
  transactionId: string,
): boolean => {
  const shown = shownOf(payment, transactionId);
  return (
    isLeftToStaff(payment, said, transactionId) ||
    isDecided(payment, transactionId) ||
    TAKEN_BACK.some((status) => status === shown)
  );
};

/** Returns what an answer confirms that says how much of a paid charge went back. */
const confirmedOfPart = (
  status: PaymentStatus,
  refunded: number,
  payments: Payments,
): readonly PaymentStatus[] => {
  const { before, after } = payments;
  // Some providers report this status after a partial refund too.
  if (status === 'REFUNDED') return ['APPROVED', 'REFUNDED'];
  // A refund of ours may still fail, so this confirms nothing yet.
  if (status === 'APPROVED' && underWay(after) > 0 && refunded > after.reversedAmount) return [];
  const isExplained =
    bringsRefund(payments) ||
    [before, after].every((it) => refunded <= add(it.reversedAmount, underWay(it)));
  return isExplained ? ['APPROVED', 'REFUNDED', status] : ['APPROVED', status];
};

/** An answer confirms only what our books show once it was applied. */
const confirmedOfCharge = (
  payments: Payments,
  said: ProviderStatus,
  { transactionId, refundedAmount }: ChargeAnswer,
): readonly PaymentStatus[] => {
  const { status } = said;
  const { after } = payments;
  const shown = shownOf(after, transactionId);
  const isBack = isTakenBack(after, said, transactionId);
  if (saysPaid(status) && !isBack && (shown === undefined || !saysPaid(shown))) return [];
  const whenBack: readonly PaymentStatus[] = isBack ? ['APPROVED', ...TAKEN_BACK] : ['APPROVED'];
  if (status === 'CHARGEBACK') return whenBack;
  // We book the acquirer's refund only while no refund of ours is under way.
  if (status === 'REFUNDED' && underWay(after) > 0) return ['APPROVED'];
  const whole = (after.approved ?? after.requested).amount;
  const paid = { whole, isPartRefunded: isPartRefunded(after) };
  const stated = readGivenBack({ status, refundedAmount }, paid) ?? ZERO;
  // If the acquirer states no total, "refunded" confirms nothing beyond our books.
  const refunded = stated === 'UNCLEAR' ? after.reversedAmount : stated;
  if (status === 'REFUNDED' && refunded >= whole) return whenBack;
  return refunded <= 0 ? [status] : confirmedOfPart(status, refunded, payments);
};

/**
 * Returns what the answer confirms of a notice's claim; nothing when the provider gave no answer.
 * @param transactionId the transaction that the notice is about
 */
export const confirmationOf = (
  transactionId: string | null,
  payments: Payments,
  commands: readonly PaymentCommand[],
): Confirmation => {
  const said = commands.find((command) => command.type === 'RecordProviderStatus');
  if (said?.type !== 'RecordProviderStatus' || said.answer === null) return {};
  const { answer, now } = said;
  if (answer.transactionId !== transactionId) return { confirmed: [] };
  const confirmed = confirmedOfCharge(payments, said, answer);
  const isExact = bringsRefund(payments) || isTakenBack(payments.after, said, answer.transactionId);
  // A refund of ours may explain the answer, though the notice is about a refund that the answer lacks.
  return isExact ? { confirmed } : { confirmed, refundsUntil: addSeconds(now, -LATE_SECONDS) };
};
