import type { PaymentCommand } from '#/domain/payment/commands.ts';
import type { UnresolvedCause } from '#/domain/payment/events.ts';
import { NEVER_SUBMITTED, type EXPIRED, type RequestedPayment } from '#/domain/payment/state.ts';
import type { TransactionResult } from '#/domain/ports/charge.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import { findOnRoute, findPayableOnRoute, followTo } from './lost-charge.ts';
import { outcomeOf } from './provider-outcome.ts';
import type { Ports } from './reaction.ts';
import { endOfCharge, leaveChargeToStaff, silenceOf } from './unresolved-charge.ts';

/** The charge that is about to end unpaid, as on record when its acquirer was asked. */
interface UnpaidCharge {
  readonly paymentId: string;
  readonly payment: RequestedPayment;
  /** As in `AskedCharge`. */
  readonly attemptId?: string | null | undefined;
  readonly now: Timestamp;
}

/** The payment with the transaction and expiry that it gets once this answer about its charge is recorded. */
export const withAnswered = (
  payment: RequestedPayment,
  { transactionId, expiresAt }: TransactionResult,
): RequestedPayment =>
  payment.transactionId === null
    ? { ...payment, transactionId, expiresAt: expiresAt ?? payment.expiresAt }
    : payment;

/**
 * Returns the commands that end a charge unpaid. If an acquirer of the route has another charge for the payment, which was or may be paid,
 * the payment moves there instead. While such an acquirer gives no answer, the charge stays open, and is left to staff in the end.
 */
export const endUnpaid = async (
  { paymentId, payment, attemptId, now }: UnpaidCharge,
  end: readonly PaymentCommand[],
  ports: Pick<Ports, 'providers' | 'epoch'>,
  find: typeof findPayableOnRoute = findPayableOnRoute,
): Promise<readonly PaymentCommand[]> => {
  if (payment.status !== 'PENDING') return end;
  const { requested } = payment;
  const charging = { method: requested.method, requested, epoch: await ports.epoch(), now };
  const outcome = await outcomeOf(() => find(ports, paymentId, payment, charging));
  if (outcome.kind !== 'answered') return leaveChargeToStaff(payment, silenceOf(outcome), now);
  const { result: chargedAt } = outcome;
  if (chargedAt === undefined) return end;
  return followTo(chargedAt, paymentId, payment, { attemptId, now });
};

/** Once a charge should have ended, leaves it to staff, unless an acquirer of the route has another charge, as in `endUnpaid`. */
export const leaveUnpaid = async (
  charge: UnpaidCharge,
  cause: UnresolvedCause,
  ports: Pick<Ports, 'providers' | 'epoch'>,
): Promise<readonly PaymentCommand[]> => {
  const { payment, now } = charge;
  // Once staff have the charge, no read-back would ask an acquirer to which it moved.
  if (payment.wasLeftToStaff || now <= endOfCharge(payment)) return [];
  return endUnpaid(charge, leaveChargeToStaff(payment, cause, now), ports);
};

/** Calls off a charge, unless an acquirer of the route has or may have another charge, as in `endUnpaid`. */
export const callOff = (
  charge: UnpaidCharge & { readonly attemptId: string | null },
  cause: typeof NEVER_SUBMITTED | typeof EXPIRED,
  ports: Pick<Ports, 'providers' | 'epoch'>,
): Promise<readonly PaymentCommand[]> => {
  const { payment, attemptId, now } = charge;
  const { provider } = payment;
  const end: PaymentCommand = { type: 'CallOff', provider, attemptId, cause, now };
  const find = cause === NEVER_SUBMITTED ? findOnRoute : undefined;
  return endUnpaid(charge, [end], ports, find);
};
