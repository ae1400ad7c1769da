import { accountPart, mayLackAnswer } from '#/domain/acquiring/call-attempt.ts';
import { readEndToEndId } from '#/domain/brazil/end-to-end-id.ts';
import type { ChargeAnswer, PaymentCommand } from '#/domain/payment/commands.ts';
import { differencesOf } from '#/domain/payment/receipts/mismatch.ts';
import { isPaidStatus } from '#/domain/payment/receipts/stated-money.ts';
import type { RequestedPayment } from '#/domain/payment/state.ts';
import type { TransactionResult } from '#/domain/ports/charge.ts';
import { withoutNumbersAndEmails } from '#/domain/privacy/personal-text.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import { endUnpaid, withAnswered } from './call-off.ts';
import { isTurnedDown } from './lost-charge.ts';
import type { Ports } from './reaction.ts';

/** A charge, as it was on record when the provider was asked. */
export interface AskedCharge {
  readonly paymentId: string;
  readonly payment: RequestedPayment;
  /** The notice that led to the look-up, or `read-back` or `submission`. */
  readonly noticeId: string;
  /** The call that was answered. For a look-up, the last call on record when it began; null = none. Absent = not compared. */
  readonly attemptId?: string | null | undefined;
  /** When the provider was asked; the clock may have been changed since. */
  readonly now: Timestamp;
}

const CODE = /^[\w.-]{1,40}$/;

/** Some providers give a phrase in place of a code. It may name the buyer, whose data is not at hand in order to take it out. */
const isCode = (refusal: string): boolean =>
  CODE.test(refusal) && withoutNumbersAndEmails(refusal) === refusal;

/** The provider's code for its reason, or a text that its status word is unknown. Null = neither. */
const causeOf = ({ refusal, unknownStatus }: TransactionResult): string | null => {
  if (refusal !== undefined && isCode(refusal)) return refusal;
  if (unknownStatus === undefined) return null;
  return `Palavra desconhecida do adquirente: ${unknownStatus}`;
};

/** Whether the buyer may have the code of a PIX or boleto. */
const mayBePaid = (
  { transactionId, mustNotChargeAgain, attempt, requested: { method } }: RequestedPayment,
  epoch: number,
): boolean =>
  method !== 'CREDIT_CARD' &&
  (transactionId !== null || mustNotChargeAgain || mayLackAnswer(attempt, epoch));

/** Makes an answer PENDING if its status word is unknown, would end the charge, and the buyer may have paid. */
export const withoutUnknownEnd = <Found extends TransactionResult | undefined>(
  found: Found,
  payment: RequestedPayment,
  epoch: number,
): Found => {
  if (found?.unknownStatus === undefined || payment.status !== 'PENDING') return found;
  const isEnd = isTurnedDown(found) && mayBePaid(payment, epoch);
  return isEnd ? { ...found, status: 'PENDING' } : found;
};

/** The transfers in an answer, without the one that the approval has reserved. */
const transfersOf = (
  { endToEndId, furtherEndToEndIds = [] }: TransactionResult,
  { approved }: RequestedPayment,
): readonly string[] =>
  [...(endToEndId === undefined ? [] : [endToEndId]), ...furtherEndToEndIds].filter(
    (id) => id !== approved?.endToEndId,
  );

const transfersPart = ({ endToEndId, furtherEndToEndIds = [] }: TransactionResult) => {
  const ids = [...(endToEndId === undefined ? [] : [endToEndId]), ...furtherEndToEndIds];
  const transfers = [...new Set(ids.flatMap((id) => readEndToEndId(id) ?? []))];
  return transfers.length > 0 && { transfers };
};

/** Whether the answer names our order. If it names no order: whether it names the transaction that the acquirer gave the charge. */
export const isOfPayment = (
  { transactionId, orderId }: TransactionResult,
  paymentId: string,
  { chargedTransaction }: RequestedPayment,
): boolean =>
  orderId === undefined ? transactionId === chargedTransaction : orderId === paymentId;

/** Reserves a paid transaction and its transfers for this payment. Returns whether the answer is paid, and all are this payment's. */
const claimTransaction = async (
  result: TransactionResult,
  { paymentId, payment }: AskedCharge,
  { transactions }: Pick<Ports, 'transactions'>,
): Promise<boolean> => {
  const { status, transactionId, orderId } = result;
  if (!isPaidStatus(status)) return false;
  const isOwn = payment.transactionId === transactionId;
  const endToEndIds = transfersOf(result, payment);
  if (isOwn && payment.status === status && endToEndIds.length === 0) return true;
  const mayBeIts =
    isOwn ||
    isOfPayment(result, paymentId, payment) ||
    (orderId === undefined && payment.transactionId === null);
  const { platformId } = payment.requested;
  const { provider, merchantAccount } = payment;
  const place = { provider, merchantAccount, platformId };
  const reservation = { ...place, transactionId, endToEndIds, paymentId };
  return mayBeIts && transactions.reserve(reservation);
};

/** Whether the answer is about what we asked for: only then is an authorised card charge captured. */
export const isAskedFor = (
  { transactionId, amount, currency, orderId }: TransactionResult,
  paymentId: string,
  payment: RequestedPayment,
): boolean => {
  const order = { currency: currency ?? null, orderId: orderId ?? null };
  const answer = { transactionId, amount, ...order, refundedAmount: null, isClaimed: false };
  return differencesOf(payment, { paymentId, status: 'PENDING', answer }).length === 0;
};

type CommandOf<Type extends PaymentCommand['type']> = Extract<PaymentCommand, { type: Type }>;

interface TranslatedAnswer {
  readonly submission: CommandOf<'RecordSubmission'>;
  readonly report: CommandOf<'RecordProviderStatus'> & { readonly answer: ChargeAnswer };
}

/** Translates an answer into two commands. Unless the charge is paid, they name the answered call: a later call may have another answer. */
export const translateAnswer = async (
  result: TransactionResult,
  charge: AskedCharge,
  { transactions }: Pick<Ports, 'transactions'>,
): Promise<TranslatedAnswer> => {
  const { paymentId, noticeId, payment, attemptId, now } = charge;
  const answer: ChargeAnswer = {
    transactionId: result.transactionId,
    amount: result.amount,
    currency: result.currency ?? null,
    orderId: result.orderId ?? null,
    refundedAmount: result.refundedAmount ?? null,
    isClaimed: await claimTransaction(result, charge, { transactions }),
    ...transfersPart(result),
  };
  const ofCall = isPaidStatus(result.status) ? {} : { attemptId };
  const answered = { provider: payment.provider, paymentId, answer, ...ofCall, now };
  return {
    submission: {
      type: 'RecordSubmission',
      ...answered,
      pixCode: result.pixCode ?? null,
      billetCode: result.billetCode ?? null,
      billetUrl: result.billetUrl ?? null,
      cardBrand: result.cardBrand ?? null,
      cardLastDigits: result.cardLastDigits ?? null,
      expiresAt: result.expiresAt ?? null,
    },
    report: {
      type: 'RecordProviderStatus',
      ...answered,
      ...accountPart(payment),
      status: result.status,
      noticeId,
      cause: causeOf(result),
      endToEndId: result.endToEndId ?? null,
    },
  };
};

/** Translates an answer into commands. An unpaid end is recorded only if no acquirer of the route may have been paid by another charge. */
export const translateTransaction = async (
  result: TransactionResult,
  charge: AskedCharge,
  ports: Pick<Ports, 'transactions' | 'providers' | 'epoch'>,
): Promise<readonly PaymentCommand[]> => {
  const { submission, report } = await translateAnswer(result, charge, ports);
  if (!isTurnedDown(result)) return [submission, report];
  const ended = { ...charge, payment: withAnswered(charge.payment, result) };
  const end = await endUnpaid(ended, [report], ports);
  // Once the payment has moved, the report ends nothing, but the claim of a notice is still compared with it.
  const isFollowed = end.some(({ type }) => type === 'Reroute');
  return [submission, ...end, ...(isFollowed ? [report] : [])];
};
