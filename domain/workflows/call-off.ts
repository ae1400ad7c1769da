import type { Epoch } from '#/domain/epoch/epoch.ts';
import type { PaymentCommand } from '#/domain/payment/commands.ts';
import { EXPIRED, NEVER_SUBMITTED, type RequestedPayment } from '#/domain/payment/state.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import { findElsewhere, findPaidElsewhere, followTo } from './lost-charge.ts';
import { outcomeOf } from './provider-outcome.ts';
import type { Ports } from './reaction.ts';
import { leaveChargeToStaff, silenceOf } from './unresolved-charge.ts';

const FIND_BEFORE_CALL_OFF = { [NEVER_SUBMITTED]: findElsewhere, [EXPIRED]: findPaidElsewhere };

/** Calls off a charge, unless another acquirer of the route may have been paid for it. */
export const callOff = async (
  paymentId: string,
  payment: RequestedPayment,
  cause: keyof typeof FIND_BEFORE_CALL_OFF,
  { epoch, now }: { readonly epoch: Epoch; readonly now: Timestamp },
  ports: Ports,
): Promise<readonly PaymentCommand[]> => {
  const { provider, requested } = payment;
  const since = { attemptId: payment.attempt?.attemptId ?? null, now };
  const charging = { method: requested.method, requested, epoch, now };
  const find = FIND_BEFORE_CALL_OFF[cause];
  const outcome = await outcomeOf(() => find(ports, paymentId, payment, charging));
  if (outcome.kind !== 'answered') return leaveChargeToStaff(payment, silenceOf(outcome), now);
  const { result: chargedAt } = outcome;
  return chargedAt === undefined
    ? [{ type: 'CallOff', provider, ...since, cause }]
    : followTo(chargedAt, paymentId, payment, since);
};
