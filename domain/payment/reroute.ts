import type { KnownCause } from '#/domain/aggregates/known-causes.ts';
import type { PaymentEvent, RequestedPayment } from './state.ts';

/** The payment moves to the acquirer that was found to have its charge; if that is its own, to the charge that was found there. */
export const CHARGED_ELSEWHERE = 'charged-elsewhere' satisfies KnownCause;

/** A charge that the payment has left, with its acquirer or for another charge there. The buyer may still pay it. */
export interface FormerCharge {
  readonly provider: string;
  readonly merchantAccount?: string | undefined;
  readonly transactionId: string;
  /** The payment has come back to its acquirer, perhaps for this charge. */
  readonly mayBeRegained?: boolean | undefined;
}

type ChargeName = Pick<FormerCharge, 'provider' | 'transactionId'>;

const isNamed = (one: ChargeName, { provider, transactionId }: ChargeName): boolean =>
  one.provider === provider && one.transactionId === transactionId;

/** The charge with this transaction that the payment has left; undefined = it never had it, or has or may have it now. */
export const formerChargeOf = (
  { formerCharges, transactionId: own }: Pick<RequestedPayment, 'formerCharges' | 'transactionId'>,
  name: ChargeName,
): FormerCharge | undefined =>
  formerCharges.find(
    (each) => isNamed(each, name) && !(each.mayBeRegained === true && own === null),
  );

/** Whether an acquirer is on the payment's route: it may have a charge of which the log has lost the call. */
export const mayBeChargedAt = (
  { provider, choice }: Pick<RequestedPayment, 'provider' | 'choice'>,
  acquirer: string,
): boolean =>
  provider === acquirer || (choice?.considered ?? []).some((each) => each.provider === acquirer);

/** The acquirers that may have a charge of a purchase by a call that the log has lost: if it may repeat a lost one, its whole route. */
export const listProvidersOfLost = ({
  mayRepeat,
  choice,
}: Pick<RequestedPayment['requested'], 'mayRepeat' | 'choice'>): readonly string[] =>
  mayRepeat === true ? (choice?.considered ?? []).map(({ provider }) => provider) : [];

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

/** Moves a payment to another acquirer or account, of whose charge nothing is known yet: at another acquirer it may be a former one. */
export const withAcquirer = (
  payment: RequestedPayment,
  { provider, merchantAccount }: Omit<FormerCharge, 'transactionId'>,
): RequestedPayment => {
  const { provider: left, merchantAccount: account, transactionId, formerCharges } = payment;
  const before = formerCharges.map((each) => ({
    ...each,
    mayBeRegained: each.provider === provider && provider !== left,
  }));
  const former =
    transactionId === null ? [] : [{ provider: left, merchantAccount: account, transactionId }];
  const there = { provider, merchantAccount, attempt: null, capture: null };
  return { ...payment, ...NO_CHARGE, ...there, formerCharges: [...before, ...former] };
};

/** The payment's charge at its acquirer is known. If it is a former one, it is none any more. */
export const withCharge = (payment: RequestedPayment, transactionId: string): RequestedPayment => {
  const its = { provider: payment.provider, transactionId };
  const formerCharges = payment.formerCharges.filter((each) => !isNamed(each, its));
  return { ...payment, transactionId, formerCharges };
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
