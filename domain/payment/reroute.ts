import type { KnownCause } from '#/domain/aggregates/known-causes.ts';
import type { PaymentEvent, RequestedPayment } from './state.ts';

/** The payment moves to the acquirer that was found to have its charge. If that is its present acquirer, it moves to another charge there. */
export const CHARGED_ELSEWHERE = 'charged-elsewhere' satisfies KnownCause;

/** A charge that the payment has left, with its acquirer or for another charge there. The buyer may still pay it. */
export interface FormerCharge {
  readonly provider: string;
  readonly merchantAccount?: string | undefined;
  readonly transactionId: string;
  /** The payment has come back to this acquirer, perhaps for this charge. */
  readonly mayBeRegained?: boolean | undefined;
}

type ChargeName = Pick<FormerCharge, 'provider' | 'transactionId'>;

const isNamed = (one: ChargeName, { provider, transactionId }: ChargeName): boolean =>
  one.provider === provider && one.transactionId === transactionId;

/** The charge with this transaction that the payment has left; undefined = the payment never had this charge, or may have it again. */
export const formerChargeOf = (
  { formerCharges, transactionId }: Pick<RequestedPayment, 'formerCharges' | 'transactionId'>,
  name: ChargeName,
): FormerCharge | undefined =>
  formerCharges.find(
    (each) => isNamed(each, name) && !(each.mayBeRegained === true && transactionId === null),
  );

/** Whether an acquirer is on the payment's route: it may have a charge of which the log has lost the call. */
export const mayBeChargedAt = (
  { provider, choice }: Pick<RequestedPayment, 'provider' | 'choice'>,
  acquirer: string,
): boolean =>
  provider === acquirer || (choice?.considered ?? []).some((each) => each.provider === acquirer);

/** The acquirers that may have a charge by a call that the log has lost: for a purchase that may repeat a lost one, its whole route. */
export const listProvidersOfLost = ({
  mayRepeat,
  choice,
}: Pick<RequestedPayment['requested'], 'mayRepeat' | 'choice'>): readonly string[] =>
  mayRepeat === true ? (choice?.considered ?? []).map(({ provider }) => provider) : [];

/** After a reroute, an answer of the former acquirer does not count: the new one has given none. */
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

/** Moves a payment to another acquirer or account, whose charge is not on record yet. At another acquirer, it may be a former charge. */
export const withAcquirer = (
  payment: RequestedPayment,
  { provider, merchantAccount }: Omit<FormerCharge, 'transactionId'>,
): RequestedPayment => {
  const { provider: from, merchantAccount: account, transactionId, formerCharges } = payment;
  const earlier = formerCharges.map((each) => ({
    ...each,
    mayBeRegained: each.provider === provider && provider !== from,
  }));
  const latest =
    transactionId === null ? [] : [{ provider: from, merchantAccount: account, transactionId }];
  const there = { provider, merchantAccount, attempt: null, capture: null };
  return { ...payment, ...NO_CHARGE, ...there, formerCharges: [...earlier, ...latest] };
};

/** Gives the payment its charge at its acquirer, which is then no former charge. */
export const withCharge = (payment: RequestedPayment, transactionId: string): RequestedPayment => {
  const charge = { provider: payment.provider, transactionId };
  const formerCharges = payment.formerCharges.filter((each) => !isNamed(each, charge));
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
