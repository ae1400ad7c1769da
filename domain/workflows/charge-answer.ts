import { readEndToEndId } from '#/domain/brazil/end-to-end-id.ts';
import type { ChargeAnswer, PaymentCommand } from '#/domain/payment/commands.ts';
import { differencesOf } from '#/domain/payment/receipts/mismatch.ts';
import { saysPaid } from '#/domain/payment/receipts/stated-money.ts';
import type { RequestedPayment } from '#/domain/payment/state.ts';
import type { TransactionResult } from '#/domain/ports/charge.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import type { Ports } from './reaction.ts';

/**
 * The charge that an answer is about, as it was on record when the provider was asked. `noticeId` says what led to the question: the id of
 * a notice, `read-back` or `submission`.
 */
export interface AskedCharge {
  readonly paymentId: string;
  readonly payment: RequestedPayment;
  readonly noticeId: string;
  /** The call that was answered, or the last one on record when the provider was asked (null = none); absent: not known. */
  readonly attemptId?: string | null | undefined;
  /** When the provider was asked. The clock was right then; it may have been changed while the provider answered. */
  readonly now: Timestamp;
}

/**
 * Returns the reason for a status: the one that the provider states, else that we do not know the provider's status word and interpreted
 * it.
 */
const causeOf = ({ refusal, unknownStatus }: TransactionResult): string | null => {
  if (refusal !== undefined || unknownStatus === undefined) return refusal ?? null;
  return `Palavra desconhecida do adquirente: ${unknownStatus}`;
};

/** Returns the bank transfers that paid the charge, apart from the one by which the payment was approved: that one is reserved already. */
const transfersOf = (
  { endToEndId, furtherEndToEndIds = [] }: TransactionResult,
  { approved }: RequestedPayment,
): readonly string[] =>
  [...(endToEndId === undefined ? [] : [endToEndId]), ...furtherEndToEndIds].filter(
    (id) => id !== approved?.endToEndId,
  );

/** Returns the field that names the bank transfers of an answer, if it names some. */
const transfersPart = ({ endToEndId, furtherEndToEndIds = [] }: TransactionResult) => {
  const stated = [...(endToEndId === undefined ? [] : [endToEndId]), ...furtherEndToEndIds];
  const transfers = [...new Set(stated.flatMap((id) => readEndToEndId(id) ?? []))];
  return transfers.length > 0 && { transfers };
};

/**
 * Whether the answer names our order. If it names no order: whether it is about the transaction that the acquirer first named for this
 * payment.
 */
export const isOfPayment = (
  { transactionId, orderId }: TransactionResult,
  paymentId: string,
  { chargedTransaction }: RequestedPayment,
): boolean =>
  orderId === undefined ? transactionId === chargedTransaction : orderId === paymentId;

/**
 * Reserves for the payment the transaction that was paid according to the answer, and the bank transfers that paid it. Returns whether all
 * of them are this payment's; false if the answer does not say that money came in. Reserves nothing if the answer is about another order or
 * charge. Also reserves nothing, and returns true, if transaction and status are on record already and the answer names no further
 * transfer.
 */
const isReserved = async (
  result: TransactionResult,
  { paymentId, payment }: AskedCharge,
  { transactions }: Pick<Ports, 'transactions'>,
): Promise<boolean> => {
  const { status, transactionId, orderId } = result;
  if (!saysPaid(status)) return false;
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

/** Whether nothing in an answer differs from the requested charge. Only then is a card charge captured that is authorised so far. */
export const isAskedFor = (
  { transactionId, amount, currency, orderId }: TransactionResult,
  paymentId: string,
  payment: RequestedPayment,
): boolean => {
  const said = { currency: currency ?? null, orderId: orderId ?? null };
  const answer = { transactionId, amount, ...said, refundedAmount: null, isReserved: false };
  return differencesOf(payment, { paymentId, status: 'PENDING', answer }).length === 0;
};

type AnswerCommand = Extract<PaymentCommand, { type: 'RecordSubmission' | 'RecordProviderStatus' }>;

/**
 * Translates the provider's answer about a charge into commands. An answer that money came in always counts. Any other answer says nothing
 * about a call that was made since, so its commands name the call that was answered.
 */
export const translateTransaction = async (
  result: TransactionResult,
  charge: AskedCharge,
  { transactions }: Pick<Ports, 'transactions'>,
): Promise<readonly AnswerCommand[]> => {
  const { paymentId, noticeId, payment, attemptId, now } = charge;
  const answer: ChargeAnswer = {
    transactionId: result.transactionId,
    amount: result.amount,
    currency: result.currency ?? null,
    orderId: result.orderId ?? null,
    refundedAmount: result.refundedAmount ?? null,
    isReserved: await isReserved(result, charge, { transactions }),
    ...transfersPart(result),
  };
  const of = saysPaid(result.status) ? {} : { attemptId };
  const answered = { provider: payment.provider, paymentId, answer, ...of, now };
  return [
    {
      type: 'RecordSubmission',
      ...answered,
      pixCode: result.pixCode ?? null,
      billetCode: result.billetCode ?? null,
      billetUrl: result.billetUrl ?? null,
      cardBrand: result.cardBrand ?? null,
      cardLastDigits: result.cardLastDigits ?? null,
      expiresAt: result.expiresAt ?? null,
    },
    {
      type: 'RecordProviderStatus',
      ...answered,
      status: result.status,
      noticeId,
      cause: causeOf(result),
      endToEndId: result.endToEndId ?? null,
    },
  ];
};
