import type { Resolution } from '#/domain/investigation/events.ts';
import {
  resolutionDataOf,
  decideInvestigation,
  type AgreedResolution,
  type InvestigationCommand,
  type Matter,
} from '#/domain/investigation/investigation.ts';
import { cents, negate, subtract, ZERO, type Cents } from '#/domain/values/money.ts';
import { approvalOf } from './approval.ts';
import { subtractPlatformLoss } from './platform-loss.ts';
import { investigationAfter, isOfCharge, isOfSale, receiptKey } from './investigation.ts';
import { isApplied, NOTHING_RECEIVED, receiptOf, unfitReceiptOf } from './receipts/receipts.ts';
import { reverseAll } from './refunds.ts';
import { answersOfUncovered, concludeUncovered } from './uncovered-refund.ts';
import { ownerOf, type PaymentEvent, type RequestedPayment } from './state.ts';
import { isUnstatedReceipt, lacksAmount, requireAmount } from './receipts/unstated-receipt.ts';

/** Returns the shortfall of an approved sale that the platform bears; zero if the transaction does not pay the sale. */
const findShortfall = (
  payment: RequestedPayment,
  { transactionId }: Pick<Matter['said'], 'transactionId'>,
): Cents => {
  const pays = transactionId !== null && isApplied(payment, transactionId);
  return pays && payment.status === 'APPROVED' ? payment.borne.missing : ZERO;
};

/** Whether another open question is about the same money, so that it could be booked twice. */
const isReceived = (
  { transactionId, investigation }: RequestedPayment,
  { key }: Pick<Matter, 'key'>,
): boolean =>
  investigation.matters.some(
    ({ key: other, cause, said }) =>
      other !== key &&
      (said.status === 'APPROVED' || cause === 'UNAPPLIED_RECEIPT') &&
      said.transactionId === transactionId,
  );

/** The resolutions from which staff may choose. */
export const answersOfPayment = (
  payment: RequestedPayment,
  { cause, amount, key, said }: Pick<Matter, 'cause' | 'amount' | 'key' | 'said'>,
): readonly Resolution[] => {
  const { status, approved, requested } = payment;
  switch (cause) {
    case 'UNKNOWN_OUTCOME':
    case 'UNFIT_ANSWER': {
      const mayPay =
        status === 'PENDING'
          ? !isReceived(payment, { key })
          : isUnstatedReceipt(payment, { cause, said });
      const isReceipt = !isOfCharge({ cause, said });
      return [
        ...(mayPay ? (['HAPPENED'] as const) : []),
        ...(isReceipt ? (['RETURNED'] as const) : []),
        'DID_NOT_HAPPEN',
      ];
    }
    case 'UNAPPLIED_RECEIPT': {
      const pays = findShortfall(payment, said) > 0 ? (['HAPPENED'] as const) : [];
      if (approved) return [...pays, 'RETURNED', 'DID_NOT_HAPPEN'];
      const isCovered = (amount ?? ZERO) >= requested.amount;
      return [isCovered ? 'HAPPENED' : 'BORNE_BY_PLATFORM', 'RETURNED', 'DID_NOT_HAPPEN'];
    }
    case 'CONTRADICTED_OUTCOME':
      // HAPPENED takes money out of the sale. Nothing is left in an ended sale, and money beside the sale is not in it.
      return status === 'APPROVED' && isOfSale({ cause, key, said })
        ? ['HAPPENED', 'BORNE_BY_PLATFORM', 'DID_NOT_HAPPEN']
        : ['BORNE_BY_PLATFORM', 'DID_NOT_HAPPEN'];
    case 'CONTRADICTED_RESOLUTION':
      return ['HAPPENED', 'DID_NOT_HAPPEN'];
    case 'UNCOVERED_REFUND':
      return answersOfUncovered(payment, { key });
  }
};

/** The transactions and bank transfers by which this answer says that money came in; none may have paid another payment (acquirers.134). */
export const listPayingTransactions = (
  payment: RequestedPayment,
  { matter, proposal }: AgreedResolution,
): readonly string[] => {
  const { approved, transactionId: ownTransaction } = payment;
  const { cause, said } = matter;
  const { resolution, reference } = proposal;
  const isPaid = resolution === 'HAPPENED' || resolution === 'BORNE_BY_PLATFORM';
  if (!isPaid || lacksAmount(payment, matter, proposal)) return [];
  const list = (...ids: readonly (string | null)[]) => {
    const transactionIds = ids.filter((id) => id !== null);
    const transfers = transactionIds.flatMap((id) => unfitReceiptOf(payment, id)?.transfers ?? []);
    return [...new Set([...transactionIds, ...transfers])];
  };
  // Money that came in beside an approved sale must not have been booked for another payment either.
  if (approved !== null) return cause === 'UNFIT_ANSWER' ? list(said.transactionId, reference) : [];
  switch (cause) {
    case 'UNKNOWN_OUTCOME':
    case 'UNFIT_ANSWER':
      return list(said.transactionId, ownTransaction, reference);
    case 'UNAPPLIED_RECEIPT':
      // The receipt pays instead of the payment's own charge.
      return list(said.transactionId, reference);
    case 'CONTRADICTED_OUTCOME':
    case 'CONTRADICTED_RESOLUTION':
    case 'UNCOVERED_REFUND':
      return [];
  }
};

interface MovedAmounts {
  readonly unapplied?: Cents;
  readonly loss?: Cents;
}

const recordResolution = (
  payment: RequestedPayment,
  agreed: AgreedResolution,
  { unapplied = ZERO, loss = ZERO }: MovedAmounts = {},
): PaymentEvent => {
  const { transactionId } = agreed.matter.said;
  const owner = ownerOf(payment, transactionId);
  const data = { ...owner, ...resolutionDataOf(agreed), transactionId, unapplied, loss };
  return { type: 'PaymentResolved', data };
};

const approvalAt = (payment: RequestedPayment, { matter, now }: AgreedResolution): PaymentEvent => {
  const { transactionId } = matter.said;
  const data = approvalOf(payment, { transactionId, endToEndId: null, now });
  return { type: 'PaymentApproved', data };
};

const makeReversal = ({ proposal, now }: AgreedResolution) => ({
  refundId: proposal.proposalId,
  status: 'REFUNDED' as const,
  now,
});

/** Cancels a charge that no one paid, unless the money in question came by another transaction. */
const callOff = (
  { status, transactionId: ownTransaction }: RequestedPayment,
  { matter, now: at }: AgreedResolution,
): readonly PaymentEvent[] => {
  const { transactionId } = matter.said;
  const isAboutCharge = isOfCharge(matter) || (ownTransaction ?? transactionId) === transactionId;
  return status === 'PENDING' && isAboutCharge
    ? [{ type: 'PaymentCanceled', data: { cause: 'not-paid', at } }]
    : [];
};

/** The buyer paid another amount: staff decide next what happens to it. */
const settleOtherAmount = (
  payment: RequestedPayment,
  { matter, proposal, now: at }: AgreedResolution,
  paid: Cents,
): PaymentEvent => {
  const { amount, currency } = payment.requested;
  const { reference, proposalId } = proposal;
  const transactionId =
    matter.said.transactionId ?? payment.transactionId ?? reference ?? proposalId;
  const earlier = receiptOf(payment, transactionId) ?? NOTHING_RECEIVED;
  const unapplied = subtract(paid, earlier.used);
  return {
    type: 'PaymentMismatchFound',
    data: {
      ...ownerOf(payment, transactionId),
      currency,
      status: 'APPROVED',
      differs: ['AMOUNT'],
      asked: { amount, currency, transactionId: payment.transactionId },
      said: { amount: paid, currency, orderId: null, transactionId },
      unapplied,
      change: subtract(unapplied, earlier.unapplied),
      at,
    },
  };
};

const decideOutcome = (
  payment: RequestedPayment,
  agreed: AgreedResolution,
): readonly PaymentEvent[] => {
  const resolved = recordResolution(payment, agreed);
  const { resolution, amount: paid } = agreed.proposal;
  if (resolution !== 'HAPPENED') return [resolved, ...callOff(payment, agreed)];
  const { status, requested } = payment;
  const isPrice = status === 'PENDING' && paid === requested.amount;
  // Without an amount, staff say that the price was paid.
  return paid === null || isPrice
    ? [resolved, approvalAt(payment, agreed)]
    : [resolved, settleOtherAmount(payment, agreed, paid)];
};

/** For an approved sale: records that a shortfall which the platform bore has come in after all. */
const recordShortfallReceived = (
  payment: RequestedPayment,
  agreed: AgreedResolution,
  received: Cents,
): PaymentEvent => {
  const shortfall = findShortfall(payment, agreed.matter.said);
  const change = negate(cents(Math.min(received, shortfall)));
  return recordResolution(payment, agreed, { unapplied: change, loss: change });
};

const decideReceipt = (
  payment: RequestedPayment,
  agreed: AgreedResolution,
): readonly PaymentEvent[] => {
  const received = agreed.matter.amount ?? ZERO;
  const price = payment.requested.amount;
  switch (agreed.proposal.resolution) {
    case 'HAPPENED':
      if (payment.approved) return [recordShortfallReceived(payment, agreed, received)];
      return [
        recordResolution(payment, agreed, { unapplied: negate(price) }),
        approvalAt(payment, agreed),
      ];
    case 'BORNE_BY_PLATFORM': {
      const moved = { unapplied: negate(received), loss: subtract(price, received) };
      return [recordResolution(payment, agreed, moved), approvalAt(payment, agreed)];
    }
    case 'RETURNED':
    case 'DID_NOT_HAPPEN':
      return [
        recordResolution(payment, agreed, { unapplied: negate(received) }),
        ...callOff(payment, agreed),
      ];
  }
};

/** Returns the loss if the contradiction is true, beyond what the platform bears already. */
const lossBy = (payment: RequestedPayment, matter: Matter): Cents => {
  const contested = matter.amount ?? ZERO;
  if (isOfSale(matter)) return subtractPlatformLoss(payment, contested);
  const { transactionId } = matter.said;
  const isOfReceipt = transactionId !== null && matter.key === receiptKey(transactionId);
  const paysSale = isOfReceipt && isApplied(payment, transactionId);
  // Once all of the sale went back, nothing is missing.
  return paysSale && payment.status !== 'APPROVED' ? ZERO : contested;
};

const decideContradiction = (
  payment: RequestedPayment,
  agreed: AgreedResolution,
): readonly PaymentEvent[] => {
  const { resolution } = agreed.proposal;
  const loss = resolution === 'BORNE_BY_PLATFORM' ? lossBy(payment, agreed.matter) : ZERO;
  const unapplied = negate(agreed.matter.unapplied);
  const resolved = recordResolution(payment, agreed, { unapplied, loss });
  if (resolution !== 'HAPPENED') return [resolved];
  const investigation = investigationAfter(payment.investigation, resolved);
  return [resolved, ...reverseAll({ ...payment, investigation }, makeReversal(agreed))];
};

const consequencesOf = (
  payment: RequestedPayment,
  agreed: AgreedResolution,
): readonly PaymentEvent[] => {
  switch (agreed.matter.cause) {
    case 'UNKNOWN_OUTCOME':
    case 'UNFIT_ANSWER':
      return decideOutcome(payment, agreed);
    case 'UNAPPLIED_RECEIPT':
      return decideReceipt(payment, agreed);
    case 'CONTRADICTED_OUTCOME':
      return decideContradiction(payment, agreed);
    case 'CONTRADICTED_RESOLUTION': {
      const resolved = recordResolution(payment, agreed);
      return agreed.proposal.resolution === 'HAPPENED'
        ? [resolved]
        : [resolved, ...reverseAll(payment, makeReversal(agreed))];
    }
    case 'UNCOVERED_REFUND':
      return [recordResolution(payment, agreed), ...concludeUncovered(payment, agreed)];
  }
};

/** Decides a command of staff about an open question. @throws Refused as `decideInvestigation` and `requireAmount` */
export const resolvePayment = (
  payment: RequestedPayment,
  command: InvestigationCommand,
): readonly PaymentEvent[] => {
  const { currency } = ownerOf(payment);
  const step = decideInvestigation(payment.investigation, command, currency, (matter) =>
    answersOfPayment(payment, matter),
  );
  switch (step?.kind) {
    case 'proposed': {
      const matter = payment.investigation.matters.find(({ key }) => key === step.data.matter);
      if (matter) requireAmount(payment, matter, step.data);
      return [{ type: 'PaymentResolutionProposed', data: step.data }];
    }
    case 'rejected':
      return [{ type: 'PaymentResolutionRejected', data: step.data }];
    case 'agreed':
      requireAmount(payment, step.agreed.matter, step.agreed.proposal);
      return consequencesOf(payment, step.agreed);
    case undefined:
      return [];
  }
};
