import type { PaymentStatus } from '#/domain/ports/charge.ts';
import { add, subtract, ZERO, type Cents } from '#/domain/values/money.ts';
import { addSeconds, type Timestamp } from '#/domain/values/time.ts';
import type { ChargeAnswer, PaymentCommand, ProviderStatus } from './commands.ts';
import { expectedTotalOf, isLeftToStaff } from './contradiction.ts';
import { readGivenBack, isPartRefunded } from './receipts/given-back.ts';
import { isAllDecided, receiptOf } from './receipts/receipts.ts';
import { isPaidStatus } from './receipts/stated-money.ts';
import { sumRefundsUnderWay } from './refundable.ts';
import type { RequestedPayment } from './state.ts';

/** What an acquirer's answer confirms of a notice. */
export interface Confirmation {
  /** Statuses that the notice may claim. Absent when no answer was compared. */
  readonly confirmed?: readonly PaymentStatus[];
  /** The notice of a refund is not confirmed if it came later: it may be about another refund. Absent = no limit. */
  readonly confirmsRefundsReceivedUntil?: Timestamp;
  /** The answer has brought a refund by the acquirer. It confirms even a later notice, if no other notice is of a refund and it came once. */
  readonly bringsRefund?: boolean;
}

const TAKEN_BACK: readonly PaymentStatus[] = ['REFUNDED', 'CHARGEBACK'];

/** A transaction's money by our books. */
interface Books {
  readonly status: PaymentStatus;
  /** Money has come in, even if it went back since. */
  readonly isPaid: boolean;
  /** All that came in went back, or staff decide, or have decided, what became of it. */
  readonly isBack: boolean;
  /** All that came in. */
  readonly whole: Cents;
  readonly isPartRefunded: boolean;
  /** The total of refunds that the acquirer should state. */
  readonly refunded: Cents;
  /** Refunds of ours that the acquirer may state already. */
  readonly underWay: Cents;
  /** The part of `refunded` that the acquirer gave back by itself. */
  readonly byAcquirer: Cents;
}

const NOTHING: Books = {
  status: 'PENDING',
  isPaid: false,
  isBack: false,
  whole: ZERO,
  isPartRefunded: false,
  refunded: ZERO,
  underWay: ZERO,
  byAcquirer: ZERO,
};

type Answered = ProviderStatus & { readonly answer: ChargeAnswer };

const readBooks = (payment: RequestedPayment, report: Answered): Books => {
  const { transactionId } = report.answer;
  const { status, byAcquirer } = payment;
  const receipt = receiptOf(payment, transactionId);
  if (!receipt) return NOTHING;
  const { received: whole, refunded, returned } = receipt;
  const isOfSale = payment.transactionId === transactionId && isPaidStatus(status);
  if (!isOfSale)
    return {
      ...NOTHING,
      status: receipt.status,
      isPaid: isPaidStatus(receipt.status),
      isBack: TAKEN_BACK.includes(receipt.status) || isAllDecided(receipt),
      whole,
      refunded: add(refunded, returned),
      byAcquirer: refunded,
    };
  return {
    status,
    isPaid: true,
    isBack: TAKEN_BACK.includes(status) || isLeftToStaff(payment, report),
    whole,
    isPartRefunded: isPartRefunded(payment),
    refunded: expectedTotalOf(payment),
    underWay: sumRefundsUnderWay(payment),
    byAcquirer: add(byAcquirer.total, refunded),
  };
};

/** The books when the provider was asked, and when its answer was applied. */
interface Compared {
  readonly before: Books;
  readonly after: Books;
  /** The answer has brought a refund that the acquirer made by itself. */
  readonly bringsRefund: boolean;
}

/** For how long after the notice of a refund the acquirer's total may still lack that refund. */
const LATE_SECONDS = 86_400;

/** Returns what is confirmed by an answer which says how much of a paid charge went back. */
const confirmedOfPart = (
  status: PaymentStatus,
  stated: Cents,
  { before, after, bringsRefund }: Compared,
): readonly PaymentStatus[] => {
  // Some providers report this status after a partial refund too.
  if (status === 'REFUNDED') return ['APPROVED', 'REFUNDED'];
  // A refund of ours may still fail, so this confirms nothing yet.
  if (after.underWay > 0 && stated > after.refunded) return [];
  const isExplained =
    after.isBack ||
    bringsRefund ||
    [before, after].every((it) => stated <= add(it.refunded, it.underWay));
  return isExplained ? ['APPROVED', 'REFUNDED'] : ['APPROVED'];
};

/** What we refunded, or staff returned. */
const givenByUs = ({ refunded, byAcquirer }: Books): Cents => subtract(refunded, byAcquirer);

/**
 * Returns what is confirmed by an answer which says that all went back. Some providers have one word for refund and chargeback, so it
 * confirms both; but if the money was back before, a claim of the other kind is a second loss.
 */
const confirmedOfWhole = (
  status: PaymentStatus,
  { before, after }: Compared,
): readonly PaymentStatus[] => {
  if (!after.isBack) return ['APPROVED'];
  const isBrought = !before.isBack && givenByUs(before) === givenByUs(after);
  const kinds = isBrought ? TAKEN_BACK : [status, after.status];
  return ['APPROVED', ...TAKEN_BACK.filter((kind) => kinds.includes(kind))];
};

/** An answer confirms only what our books show once it was applied. */
const confirmedOfCharge = (
  { status, answer: { refundedAmount } }: Answered,
  compared: Compared,
): readonly PaymentStatus[] => {
  const { after } = compared;
  if (!isPaidStatus(status)) return [status];
  if (!after.isPaid) return [];
  if (status === 'CHARGEBACK') return confirmedOfWhole(status, compared);
  // We book the acquirer's refund only while no refund of ours is under way.
  if (status === 'REFUNDED' && after.underWay > 0) return ['APPROVED'];
  const given = readGivenBack({ status, refundedAmount }, after) ?? ZERO;
  // If the acquirer states no total, "refunded" confirms nothing beyond our books.
  const total = given === 'UNCLEAR' ? after.refunded : given;
  if (status === 'REFUNDED' && total >= after.whole) return confirmedOfWhole(status, compared);
  return total <= 0 ? [status] : confirmedOfPart(status, total, compared);
};

/**
 * Returns what the answer confirms of a notice's claim. Without an answer, `confirmed` is absent, unless the payment was rerouted.
 * @param transactionId the transaction that the notice is about
 * @param payments the payment when the provider was asked, and when the answer was applied
 */
export const confirmationOf = (
  transactionId: string | null,
  payments: { readonly before: RequestedPayment; readonly after: RequestedPayment },
  commands: readonly PaymentCommand[],
): Confirmation => {
  const report = commands.find((command) => command.type === 'RecordProviderStatus');
  if (report?.type !== 'RecordProviderStatus' || report.answer === null)
    // The payment moved before the notice's acquirer answered about the charge, so that acquirer is asked again.
    return commands.some(({ type }) => type === 'Reroute') ? { confirmed: [] } : {};
  const { answer, now } = report;
  if (answer.transactionId !== transactionId) return { confirmed: [] };
  const answered = { ...report, answer };
  const before = readBooks(payments.before, answered);
  const after = readBooks(payments.after, answered);
  const bringsRefund = after.byAcquirer > before.byAcquirer;
  const confirmed = confirmedOfCharge(answered, { before, after, bringsRefund });
  // No further refund can follow.
  if (after.isBack) return { confirmed };
  // A refund on record may explain the answer, though the notice is about a refund that the answer lacks.
  const confirmsRefundsReceivedUntil = addSeconds(now, -LATE_SECONDS);
  return { confirmed, confirmsRefundsReceivedUntil, ...(bringsRefund && { bringsRefund }) };
};
