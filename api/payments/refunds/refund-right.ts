import type { Core } from '#/api/composition/core.ts';
import { Refused } from '#/domain/errors.ts';
import { ZERO } from '#/domain/values/money.ts';
import { refundableOf, type RequestedPayment } from '#/domain/payment/state.ts';
import type { RefundRight } from '#/domain/ports/refund.ts';

type Acquirers = Pick<Core, 'ports'>;

/** Returns which refunds the payment's acquirer makes. @throws Refused `provider/not-offered` */
export const refundRightOf = async (
  { ports }: Acquirers,
  { provider: id, requested: { platformId, method } }: RequestedPayment,
): Promise<RefundRight> => {
  const { refund, refundRights } = await ports.providers(id, platformId);
  return refund ? (refundRights?.[method] ?? 'ANY_AMOUNT') : 'NEVER';
};

/** Returns which refunds to show with a sale; `ANY_AMOUNT` also if nothing is left to refund, or we have no account at the acquirer. */
export const showRefundRight = async (
  acquirers: Acquirers,
  state: RequestedPayment,
): Promise<RefundRight> => {
  const most = refundableOf(state);
  if (most === ZERO) return 'ANY_AMOUNT';
  try {
    const right = await refundRightOf(acquirers, state);
    // After a partial refund, the rest is not the whole sale.
    return right === 'ONLY_WHOLE' && most !== state.approved?.amount ? 'NEVER' : right;
  } catch (error) {
    if (error instanceof Refused) return 'ANY_AMOUNT';
    throw error;
  }
};
