import type { Epoch } from '#/domain/epoch/epoch.ts';
import type { PaymentCommand } from '#/domain/payment/commands.ts';
import { EXPIRED, NEVER_SUBMITTED, type RequestedPayment } from '#/domain/payment/state.ts';
import type { Address, TransactionResult } from '#/domain/ports/charge.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import type { Contact, Identity, Visit } from '#/domain/privacy/encrypted.ts';
import { isKnownUnsent, mayLackAnswer } from '#/domain/acquiring/call-attempt.ts';
import { addSeconds, type Timestamp } from '#/domain/values/time.ts';
import type { WithdrawalCommand } from '#/domain/withdrawal/commands.ts';
import { waitsForApproval } from '#/domain/withdrawal/approval.ts';
import type { RequestedWithdrawal } from '#/domain/withdrawal/decider.ts';
import { acquirerOf } from './acquirer-of.ts';
import { callOff, leaveUnpaid, withAnswered } from './call-off.ts';
import { captureAuthorised } from './capture.ts';
import { beginAttempt, type EarlierCalls } from './attempt.ts';
import { declaredOf, readEarlierCalls, isUnsent } from './calls-again.ts';
import { translateTransaction, withoutUnknownEnd } from './charge-answer.ts';
import { isExpired } from './next-read-back.ts';
import {
  commandsForPaid,
  commandsForPayout,
  sendWithdrawal,
  type PixDestination,
} from './pay-withdrawal.ts';
import { commandsForHolder } from './other-holder.ts';
import type { WithdrawResult } from '#/domain/ports/payout.ts';
import type { WithdrawalRequestedData } from '#/domain/withdrawal/events.ts';
import { keepBoletoPdf } from './keep-boleto-pdf.ts';
import { noteLookUp } from './note-look-up.ts';
import type { Ports } from './reaction.ts';
import { findPayoutInAccounts } from './find-payout.ts';
import { requireSupport, outcomeOf, type ProviderOutcome } from './provider-outcome.ts';
import { findCardElsewhere, followTo, isTurnedDown } from './lost-charge.ts';
import type { ChargedAt } from './search-route.ts';
import { digestOfCharge, submitPayment, type BuyersPart } from './submit-payment.ts';
import { leaveWithdrawalToStaff, silenceOf } from './unresolved-charge.ts';

/** For how many seconds after the purchase its buyer is assumed to wait. */
const SUBMISSION_GRACE_SECONDS = 120;

/** Undefined for a card, whose data is not stored, and when the data was erased. */
const openBuyersPart = async (
  { requested }: RequestedPayment,
  { open }: Ports,
): Promise<BuyersPart | undefined> => {
  const { method, buyer, delivery, tracking } = requested;
  if (method === 'CREDIT_CARD') return undefined;
  const [identity, contact, address, visit] = await Promise.all([
    open<Identity>(buyer.identity),
    open<Contact>(buyer.contact),
    delivery ? open<Address>(delivery) : undefined,
    tracking ? open<Visit>(tracking) : undefined,
  ]);
  if (!identity || !contact) return undefined;
  return { identity, contact, ...(address && { address }), ...(visit && { visit }) };
};

/** Whether the provider can have no charge: none of our calls was sent, and none was found there. */
const isNothingThere = ({ attempt, mustNotChargeAgain }: RequestedPayment, epoch: number) =>
  !mustNotChargeAgain && isKnownUnsent(attempt, epoch);

/**
 * Asks the provider for a charge; undefined = it knows no charge that anyone can pay.
 * @throws ProviderFailure if the call fails, or if the provider lacks the look-up for a charge that someone may have paid
 */
const askWhereItStands = async (
  provider: PaymentProvider,
  paymentId: string,
  payment: RequestedPayment,
  epoch: number,
): Promise<TransactionResult | undefined> => {
  const { transactionId, requested, attempt } = payment;
  if (transactionId !== null) return requireSupport(provider.getTransaction)({ transactionId });
  if (isNothingThere(payment, epoch)) return undefined;
  const isUnseen = requested.method === 'PIX' && !mayLackAnswer(attempt, epoch);
  if (provider.findTransaction || !isUnseen)
    return requireSupport(provider.findTransaction)({ orderId: paymentId });
  return undefined;
};

interface FoundCharge {
  readonly provider: PaymentProvider;
  readonly known: TransactionResult | undefined;
  readonly chargedAt?: ChargedAt | undefined;
  /** False if there was no call about which to ask, or no look-up with which to ask. */
  readonly isAsked: boolean;
}

interface AsOf {
  readonly epoch: Epoch;
  readonly now: Timestamp;
}

/** Asks the payment's acquirer for the charge. If the log may have lost a card's charge, asks other acquirers and accounts too. */
const lookUp = async (
  paymentId: string,
  payment: RequestedPayment,
  { epoch, now }: AsOf,
  ports: Ports,
): Promise<FoundCharge> => {
  const { provider: id, requested, transactionId, attempt } = payment;
  const { platformId, method } = requested;
  const provider = await acquirerOf(ports, { provider: id, platformId }, attempt ?? payment);
  const answer = await askWhereItStands(provider, paymentId, payment, epoch.number);
  const known = withoutUnknownEnd(answer, payment, epoch.number);
  const isFindable =
    provider.findTransaction !== undefined && !isNothingThere(payment, epoch.number);
  const isAsked = transactionId !== null || isFindable;
  if (transactionId !== null || (known && !isTurnedDown(known)))
    return { provider, known, isAsked };
  const charging = { method, requested, epoch, now };
  const chargedAt = await findCardElsewhere(provider, ports, paymentId, payment, charging);
  return { provider, known, chargedAt, isAsked };
};

/** `lookUp`, noted for staff. One look-up is about the charge and its capture. */
const lookUpAndNote = async (
  paymentId: string,
  payment: RequestedPayment,
  asOf: AsOf,
  ports: Ports,
): Promise<ProviderOutcome<FoundCharge>> => {
  const outcome = await outcomeOf(() => lookUp(paymentId, payment, asOf, ports));
  if (outcome.kind !== 'answered' || outcome.result.isAsked)
    noteLookUp([payment.attempt, payment.capture], outcome, ports);
  return outcome;
};

const chargeAgain = async (
  paymentId: string,
  payment: RequestedPayment,
  declared: Pick<EarlierCalls, 'isRepeatable' | 'isAbsent'>,
  ports: Ports,
): Promise<readonly PaymentCommand[]> => {
  const { provider, requested } = payment;
  const buyer = await openBuyersPart(payment, ports);
  if (!buyer) return [];
  const begun = await beginAttempt(ports, {
    platformId: requested.platformId,
    provider,
    digest: await digestOfCharge(paymentId, payment, buyer, ports),
    earlier: { attempt: payment.attempt, ...declared },
    by: (attempt) => ({
      to: 'payment',
      id: paymentId,
      command: { type: 'BeginCharge', provider, ...attempt },
    }),
  });
  if (!begun) return [];
  // A payment from before calls were recorded may have been charged already.
  const isFirstOnRecord = payment.attempt !== null && begun.isFirst;
  const { attempt } = begun;
  return submitPayment(paymentId, payment, { buyer, isFirstOnRecord, attempt }, ports);
};

/** Reads a charge back, and sends it again, captures it, calls it off or leaves it to staff. */
export const readBackPayment = async (
  paymentId: string,
  payment: RequestedPayment,
  noticeId: string,
  ports: Ports,
): Promise<readonly PaymentCommand[]> => {
  // With a wrong clock we cannot know what is late. The clock is read first: it may be set during the call.
  if (!ports.isClockTrue()) return [];
  const now = ports.now();
  const { transactionId, requested } = payment;
  // Another call may be made while the provider is asked; the answer is not about that call.
  const attemptId = payment.attempt?.attemptId ?? null;
  const asked = { paymentId, payment, attemptId, now };
  const isLate = now > addSeconds(requested.at, SUBMISSION_GRACE_SECONDS);
  const epoch = await ports.epoch();
  const asOf = { epoch, now };
  // Nothing was sent, so the provider need not be asked; it may be disconnected.
  if (transactionId === null && isNothingThere(payment, epoch.number) && isLate)
    return callOff(asked, NEVER_SUBMITTED, ports);
  const outcome = await lookUpAndNote(paymentId, payment, asOf, ports);
  if (outcome.kind !== 'answered') return leaveUnpaid(asked, silenceOf(outcome), ports);
  const { provider, known, chargedAt } = outcome.result;
  if (chargedAt !== undefined) return followTo(chargedAt, paymentId, payment, { attemptId, now });
  if (!known) {
    if (transactionId !== null || payment.mustNotChargeAgain)
      return leaveUnpaid(asked, 'unknown-there', ports);
    const { attempt } = payment;
    const { isRepeatable, isAbsent } = declaredOf(provider, 'createTransaction', {
      attempt,
      requestedAt: requested.at,
      epoch,
      now,
    });
    const again = (declared: Pick<EarlierCalls, 'isRepeatable' | 'isAbsent'>) =>
      chargeAgain(paymentId, payment, declared, ports);
    // The log may lack an answer: the buyer may have the code, or the payment was rerouted.
    const mayBeAnswered = mayLackAnswer(attempt, epoch.number);
    // Even if the acquirer makes the PIX later, no one has its code.
    if (!mayBeAnswered && (isAbsent || requested.method === 'PIX'))
      return isLate
        ? callOff(asked, NEVER_SUBMITTED, ports)
        : again({ isRepeatable, isAbsent: true });
    return [
      ...(isRepeatable && (mayBeAnswered || !isLate) ? await again({ isRepeatable }) : []),
      ...(await leaveUnpaid(asked, 'unknown-there', ports)),
    ];
  }
  const context = { ...asked, noticeId };
  const charge = await captureAuthorised(paymentId, payment, { found: known, provider }, ports);
  const commands = [
    ...(await translateTransaction(charge, context, ports)),
    ...(payment.boletoPdf === 'MISSING'
      ? await keepBoletoPdf(paymentId, payment, charge, ports)
      : []),
  ];
  if (charge.status !== 'PENDING') return commands;
  // A charge whose answer was lost may expire later than the record says.
  const ended = { ...asked, payment: withAnswered(payment, charge) };
  // A word that we do not know may mean that the buyer has paid.
  const end =
    isExpired(requested.method, ended.payment.expiresAt, now) && charge.unknownStatus === undefined
      ? await callOff(ended, EXPIRED, ports)
      : await leaveUnpaid(ended, 'still-pending', ports);
  return [...commands, ...end];
};

const compareHolder = async (
  result: WithdrawResult,
  { destination }: WithdrawalRequestedData,
  { open, now }: Ports,
): Promise<readonly WithdrawalCommand[]> =>
  result.holder ? commandsForHolder(result, await open<PixDestination>(destination), now()) : [];

/** Reads a payout back, and sends it again if that cannot pay twice. */
export const readBackWithdrawal = async (
  withdrawalId: string,
  withdrawal: Pick<
    RequestedWithdrawal,
    | 'requested'
    | 'status'
    | 'approvals'
    | 'payableSince'
    | 'attempt'
    | 'merchantAccount'
    | 'providerWithdrawIds'
  >,
  ports: Ports,
): Promise<readonly WithdrawalCommand[]> => {
  const { requested, status, attempt, providerWithdrawIds } = withdrawal;
  // The payout may be booked in another account than that of the last call on record, since the log may lack a call.
  const { merchantAccount: payingAccount = attempt?.merchantAccount } = withdrawal;
  // With a wrong clock we cannot know which call is overdue. The clock is read first: it may be set during the call.
  if (!ports.isClockTrue()) return [];
  const now = ports.now();
  const { payableSince: requestedAt } = withdrawal;
  const { heldIn, at: heldAt } = requested;
  const calls = { attempt, requestedAt, heldIn, heldAt, epoch: await ports.epoch(), now };
  const isWaiting = waitsForApproval(withdrawal);
  // Nothing was sent, and nothing may be sent before staff approve.
  if (isWaiting && isUnsent(calls)) return [];
  const outcome = await outcomeOf(async () => {
    const opened = await acquirerOf(ports, requested, { merchantAccount: payingAccount });
    const { acquirer, found } = isUnsent(calls)
      ? { acquirer: opened, found: undefined }
      : await findPayoutInAccounts(ports, opened, withdrawalId, { ...withdrawal, calls });
    const { merchantAccount } = acquirer;
    return { found, merchantAccount, earlier: readEarlierCalls(opened, 'withdraw', calls) };
  });
  if (!isUnsent(calls)) noteLookUp([attempt], outcome, ports);
  const leave = (cause: 'unanswered' | 'still-pending') =>
    isWaiting ? [] : leaveWithdrawalToStaff(withdrawal, cause, now);
  if (outcome.kind !== 'answered') return leave('unanswered');
  const { found, merchantAccount, earlier } = outcome.result;
  if (found) {
    const { result, withdrawIds } = found;
    const at = ports.now();
    const ids = [...providerWithdrawIds, ...withdrawIds];
    const attemptId = attempt?.attemptId ?? null;
    const asked = { attemptId, providerWithdrawIds: ids, merchantAccount };
    const isPending = result.status === 'PENDING';
    const others = isPending ? [] : withdrawIds.filter((id) => id !== result.withdrawId);
    const sentOf = (providerWithdrawId: string) =>
      ({ type: 'RecordSent', providerWithdrawId, asked, now: at }) as const;
    const commandsFor = status === 'SETTLED' ? commandsForPaid : commandsForPayout;
    return [
      ...others.filter((id) => !providerWithdrawIds.includes(id)).map(sentOf),
      ...commandsFor(result, requested, at, { asked }),
      ...(await compareHolder(result, requested, ports)),
      ...leave('still-pending'),
    ];
  }
  const sending =
    earlier && providerWithdrawIds.length === 0 && !isWaiting
      ? await sendWithdrawal(withdrawalId, requested, earlier, ports)
      : [];
  // A stopped payout waits for staff already.
  const isStopped = sending.some(({ type }) => type === 'StopPayout');
  return isStopped ? sending : [...sending, ...leave('unanswered')];
};
