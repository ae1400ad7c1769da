import type { KnownCause } from '#/domain/aggregates/known-causes.ts';
import type { PaymentEvent, RequestedPayment } from './state.ts';

/** The payment moves to the acquirer that was found to have its charge. */
export const CHARGED_ELSEWHERE = 'charged-elsewhere' satisfies KnownCause;

/** A charge at an acquirer that the payment has left. The buyer may still pay it. */
export interface FormerCharge {
  readonly provider: string;
  readonly merchantAccount?: string | undefined;
  readonly transactionId: string;
}

/** The charge with this transaction that the payment has left; undefined = it never had it, or has it now. */
export const formerChargeOf = (
  { formerCharges }: Pick<RequestedPayment, 'formerCharges'>,
  { provider, transactionId }: Pick<FormerCharge, 'provider' | 'transactionId'>,
): FormerCharge | undefined =>
  formerCharges.find((each) => each.provider === provider && each.transactionId === transactionId);

/** Whether an acquirer is on the payment's route: it may have a charge of which the log has lost the call. */
export const mayBeChargedAt = (
  { provider, choice }: Pick<RequestedPayment, 'provider' | 'choice'>,
  acquirer: string,
): boolean =>
  provider === acquirer || (choice?.considered ?? []).some((each) => each.provider === acquirer);

/** The new acquirer has answered nothing yet. */
export const submissionAfterReroute = (
  submission: RequestedPayment['submission'],
): RequestedPayment['submission'] => (submission === 'ANSWERED' ? 'UNANSWERED' : submission);

type Rerouted = Extract<PaymentEvent, { type: 'PaymentRerouted' }>['data'];

/** The codes of the former acquirer are dropped: the buyer must not pay there any more. */
const NO_CHARGE = {
  transactionId: null,
  pixCode: null,
  billetCode: null,
  billetUrl: null,
} as const;

/** Moves a payment to another acquirer, of whose charge nothing is known yet. */
export const withAcquirer = (
  payment: RequestedPayment,
  { provider, merchantAccount }: Omit<FormerCharge, 'transactionId'>,
): RequestedPayment => {
  const { provider: left, merchantAccount: account, transactionId, formerCharges } = payment;
  const former = transactionId !== null && {
    formerCharges: [...formerCharges, { provider: left, merchantAccount: account, transactionId }],
  };
  const there = { provider, merchantAccount, attempt: null, capture: null };
  return { ...payment, ...NO_CHARGE, ...there, ...former };
};

export const withReroute = (
  payment: RequestedPayment,
  { to: provider, merchantAccount, choice, cause }: Rerouted,
): RequestedPayment => {
  const submission = submissionAfterReroute(payment.submission);
  const mustNotChargeAgain = cause === CHARGED_ELSEWHERE;
  const there = withAcquirer(payment, { provider, merchantAccount });
  return { ...there, choice, submission, mustNotChargeAgain };
};
