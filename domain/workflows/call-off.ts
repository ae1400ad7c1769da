import type { PaymentCommand } from '#/domain/payment/commands.ts';
import { NEVER_SUBMITTED, type EXPIRED, type RequestedPayment } from '#/domain/payment/state.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import { findOnRoute, findPayableOnRoute, followTo } from './lost-charge.ts';
import { outcomeOf } from './provider-outcome.ts';
import type { Ports } from './reaction.ts';
import { leaveChargeToStaff, silenceOf } from './unresolved-charge.ts';

/** The charge that is about to end unpaid, as on record when its acquirer was asked. */
interface UnpaidCharge {
  readonly paymentId: string;
  readonly payment: RequestedPayment;
  /** As `AskedCharge` has it. */
  readonly attemptId?: string | null | undefined;
  readonly now: Timestamp;
}

/**
 * Returns the commands that end a charge unpaid. If an acquirer of the route was paid for it by another charge, the payment follows there
 * instead; while one gives no answer, the charge stays open.
 */
export const endUnpaid = async (
  { paymentId, payment, attemptId, now }: UnpaidCharge,
  end: readonly PaymentCommand[],
  ports: Pick<Ports, 'providers' | 'epoch'>,
  find: typeof findPayableOnRoute = findPayableOnRoute,
): Promise<readonly PaymentCommand[]> => {
  if (payment.status !== 'PENDING' || end.length === 0) return end;
  const { requested } = payment;
  const charging = { method: requested.method, requested, epoch: await ports.epoch(), now };
  const outcome = await outcomeOf(() => find(ports, paymentId, payment, charging));
  if (outcome.kind !== 'answered') return leaveChargeToStaff(payment, silenceOf(outcome), now);
  const { result: chargedAt } = outcome;
  if (chargedAt === undefined) return end;
  return followTo(chargedAt, paymentId, payment, { attemptId, now });
};

/** Calls off a charge, unless an acquirer of the route may have been paid for it by another one. */
export const callOff = (
  paymentId: string,
  payment: RequestedPayment,
  cause: typeof NEVER_SUBMITTED | typeof EXPIRED,
  now: Timestamp,
  ports: Pick<Ports, 'providers' | 'epoch'>,
): Promise<readonly PaymentCommand[]> => {
  const { provider } = payment;
  const since = { attemptId: payment.attempt?.attemptId ?? null, now };
  const end: PaymentCommand = { type: 'CallOff', provider, ...since, cause };
  const find = cause === NEVER_SUBMITTED ? findOnRoute : undefined;
  return endUnpaid({ paymentId, payment, ...since }, [end], ports, find);
};
