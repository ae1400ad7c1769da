import type { Core } from '#/api/composition/core.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { wasSimulatedBeforeProduction } from '#/domain/platform/may-use.ts';
import { platform } from '#/domain/platform/platform.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { ZERO } from '#/domain/values/money.ts';
import type { RequestedPayment } from '#/domain/payment/state.ts';
import { refundableOf } from '#/domain/payment/refundable.ts';
import type { RefundRight } from '#/domain/ports/refund.ts';

interface RefundedSale extends Pick<RequestedPayment, 'provider'> {
  readonly requested: Pick<RequestedPayment['requested'], 'platformId' | 'method'>;
}

type RightCore = Pick<Core, 'handler' | 'ports'>;

/**
 * Returns how much of a sale its acquirer refunds. Also `NEVER` for a simulated sale once the platform is in production: the seller's money
 * is real since then, and by the sale no real money came in (people.178).
 * @throws Refused `provider/not-offered` when we have no account at the acquirer
 */
export const refundRightOf = async (
  { handler, ports }: RightCore,
  { provider: id, requested: { platformId, method } }: RefundedSale,
): Promise<RefundRight> => {
  const { state } = await handler.load(platform, streamOf('platform', platformId));
  if (state.status !== 'ABSENT' && wasSimulatedBeforeProduction(state.details.setup, id))
    return 'NEVER';
  const { refund, refundRights } = await ports.providers(id, platformId);
  return refund ? (refundRights?.[method] ?? 'ANY_AMOUNT') : 'NEVER';
};

/** `ANY_AMOUNT` also if nothing is left to refund, or we have no account at the acquirer. */
export const showRefundRight = async (
  core: RightCore,
  state: RequestedPayment,
): Promise<RefundRight> => {
  const most = refundableOf(state);
  if (most === ZERO) return 'ANY_AMOUNT';
  try {
    const right = await refundRightOf(core, state);
    // After a partial refund, the rest is not the whole sale.
    return right === 'ONLY_WHOLE' && most !== state.approved?.amount ? 'NEVER' : right;
  } catch (error) {
    if (error instanceof Refused) return 'ANY_AMOUNT';
    throw error;
  }
};
