import { possibleAt } from '#/domain/acquiring/choose.ts';
import { isAbsenceFinal } from '#/domain/call-attempt.ts';
import { mayRepeatLost, type Epoch } from '#/domain/epoch/epoch.ts';
import type { PaymentMethod, TransactionResult } from '#/domain/ports/charge.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import type { Timestamp } from '#/domain/time.ts';
import type { RequestedPayment } from '#/domain/payment/state.ts';
import { connectedAt } from './acquirer-of.ts';
import type { Ports } from './reaction.ts';

/** A purchase, and when it is to be charged. */
interface Charging {
  readonly method: PaymentMethod;
  readonly epoch: Epoch;
  readonly now: Timestamp;
}

/**
 * Whether a purchase may repeat one whose whole record the log has lost: its page asks again under the same key, and a card would be
 * charged twice. The code of a PIX or a boleto may be made anew: what is paid by the first one waits for people.
 */
const mayBeCharged = ({ method, epoch, now }: Charging): boolean =>
  method === 'CREDIT_CARD' && mayRepeatLost(epoch, now);

/**
 * Whether it is too early to tell: a charge that the log has lost may still be on its way, or the acquirer does not show it yet, so
 * that its "none" proves nothing.
 */
export const isTooEarly = (
  { absence }: Pick<PaymentProvider, 'absence'>,
  charging: Charging,
): boolean => {
  const { epoch, now } = charging;
  const calls = { attempt: null, requestedAt: epoch.since, epoch, now };
  return mayBeCharged(charging) && !isAbsenceFinal(calls, absence?.createTransaction?.seconds ?? 0);
};

/**
 * Returns the charge of a purchase whose record the log may have lost; undefined when there is none, or none can have been lost.
 * @throws ProviderFailure when the acquirer does not answer, or its "none" comes too early: the first charge may have been made
 */
export const findLostCharge = async (
  acquirer: Pick<PaymentProvider, 'absence' | 'findTransaction'>,
  paymentId: string,
  charging: Charging,
): Promise<TransactionResult | undefined> => {
  if (!mayBeCharged(charging)) return undefined;
  const unknown = { mayHaveHappened: true } as const;
  let found;
  try {
    found = await acquirer.findTransaction?.({ orderId: paymentId });
  } catch (cause) {
    if (!(cause instanceof ProviderFailure)) throw cause;
    throw new ProviderFailure(cause.kind, cause.message, { ...unknown, cause });
  }
  if (found === undefined && isTooEarly(acquirer, charging))
    throw new ProviderFailure('unavailable', 'the first charge may be on its way', unknown);
  return found;
};

/** Whether the acquirer says that it took nothing, and will not: another one may have been asked then. */
export const isTurnedDown = ({ status }: Pick<TransactionResult, 'status'>): boolean =>
  status === 'REJECTED' || status === 'CANCELED';

/**
 * Returns the other acquirer of the route that has the charge of such a purchase: the first one was chosen in other circumstances, or
 * another had declined it. @throws as `findLostCharge`
 */
export const findElsewhere = async (
  ports: Pick<Ports, 'providers'>,
  paymentId: string,
  { provider, choice, requested }: Pick<RequestedPayment, 'provider' | 'choice' | 'requested'>,
  charging: Charging,
): Promise<string | undefined> => {
  if (choice === null || !mayBeCharged(charging)) return undefined;
  const { platformId } = requested;
  for (const other of possibleAt(choice)) {
    const acquirer =
      other === provider ? undefined : await connectedAt(ports, { provider: other, platformId });
    const found = acquirer && (await findLostCharge(acquirer, paymentId, charging));
    if (found && !isTurnedDown(found)) return other;
  }
  return undefined;
};
