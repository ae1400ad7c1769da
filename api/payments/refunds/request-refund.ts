import type { Caller } from '#/api/auth/caller.ts';
import { REFUND_WITHOUT_STEP_UP } from '#/api/auth/step-up.ts';
import type { OutputOf, ParsedInputOf } from '#/api/contract/contract.ts';
import type { Core } from '#/api/composition/core.ts';
import type { Once } from '#/api/http/once.ts';
import { requireOwnPayment } from '#/api/payments/require-own-payment.ts';
import { requireNoPersonalData } from '#/ledger/vault/no-personal-data.ts';
import { lostRequestPartOf } from '#/api/http/may-repeat.ts';
import { writtenAt } from '#/api/http/written-at.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { cents, ZERO, type Cents } from '#/domain/values/money.ts';
import { payment } from '#/domain/payment/decider.ts';
import type { RequestedPayment } from '#/domain/payment/state.ts';
import { refundableOf } from '#/domain/payment/refundable.ts';
import { requireTrueClock } from '#/ledger/clock/require-true-clock.ts';
import { derivedId } from '#/ledger/derived-id.ts';
import { refundRightOf } from './refund-right.ts';

type RefundProcedure = 'seller.requestRefund' | 'admin.requestRefund';

interface RefundCall {
  readonly caller: Caller;
  readonly once: Once;
  readonly core: Core;
  /** @throws Rejected `session/step-up-required` */
  readonly requireStepUp: () => Promise<void>;
  /** True for staff: if the seller's balance does not cover the refund, two members of staff decide. */
  readonly mayOverdraw: boolean;
}

/**
 * Returns the requested amount, or the whole rest if none is requested; for a retry, the first request's amount.
 * @throws Refused `payment/refund-exceeds-paid`
 */
const amountOf = (
  state: RequestedPayment,
  refundId: string,
  requestedAmount: number | undefined,
): Cents => {
  const firstAmount = state.refunds[refundId]?.amount;
  if (firstAmount !== undefined) return firstAmount;
  if (requestedAmount !== undefined) return cents(requestedAmount);
  const rest = refundableOf(state);
  if (rest === ZERO && state.status === 'APPROVED') {
    throw new Refused('payment/refund-exceeds-paid', { refundable: ZERO });
  }
  return rest;
};

/** Records a request for a refund. Policies then have the provider make it. @throws Refused, AppendError, and as `requireStepUp` */
export const requestRefund = async (
  { paymentId, amount: requestedAmount, note }: ParsedInputOf<RefundProcedure>,
  { caller, once, core, requireStepUp, mayOverdraw }: RefundCall,
): Promise<OutputOf<RefundProcedure>> => {
  const { requested } = await requireOwnPayment(core, caller, paymentId);
  await requireNoPersonalData(core, requested, note);
  const now = core.now();
  return once(async (keyed) => {
    const refundId = derivedId('refund', keyed.commandId);
    const state = await requireOwnPayment(core, caller, paymentId);
    const amount = amountOf(state, refundId, requestedAmount);
    if (state.refunds[refundId] === undefined) {
      requireTrueClock(core.ports.isClockTrue);
      if (amount > REFUND_WITHOUT_STEP_UP) await requireStepUp();
    }
    const right = await refundRightOf(core, state);
    const repeat = await lostRequestPartOf(core, keyed);
    const refund = { refundId, amount, right, mayOverdraw, ...repeat, note, now };
    const command = { type: 'RequestRefund', ...refund } as const;
    const context = { ...keyed, correlation: paymentId, reason: note };
    const done = await core.handler.handle(
      payment,
      streamOf('payment', paymentId),
      command,
      context,
    );
    return { refundId, amount, position: writtenAt(done) };
  });
};
