import type { KnownCause } from '#/domain/aggregates/known-causes.ts';
import type { PaymentEvent, RequestedPayment } from './state.ts';

/** The payment moves to the acquirer that was found to have its charge. */
export const CHARGED_ELSEWHERE = 'charged-elsewhere' satisfies KnownCause;

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

export const withReroute = (
  payment: RequestedPayment,
  { to: provider, merchantAccount, choice, cause }: Rerouted,
): RequestedPayment => {
  const submission = submissionAfterReroute(payment.submission);
  const rerouted = { provider, merchantAccount, choice, attempt: null, capture: null, submission };
  const mustNotChargeAgain = cause === CHARGED_ELSEWHERE;
  return { ...payment, ...NO_CHARGE, ...rerouted, mustNotChargeAgain };
};
