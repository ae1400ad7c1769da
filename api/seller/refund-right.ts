import type { Core } from '#/api/core.ts';
import { Refused } from '#/domain/errors.ts';
import { ZERO } from '#/domain/money.ts';
import { refundable, type RequestedPayment } from '#/domain/payment/decider.ts';
import type { RefundRight } from '#/domain/ports/payment-provider.ts';

type Acquirers = Pick<Core, 'ports'>;

/** How much of a payment the acquirer that has it gives back. @throws Refused `provider/not-offered` */
export const refundRightOf = async (
  { ports }: Acquirers,
  { provider: id, requested: { platformId, method } }: RequestedPayment,
): Promise<RefundRight> => {
  const { refundRights } = await ports.providers(id, platformId);
  return refundRights?.[method] ?? 'ANY_AMOUNT';
};

/** The same for who looks at a sale, which is there to be read when the account at its acquirer is not. */
export const refundRightShown = async (
  acquirers: Acquirers,
  state: RequestedPayment,
): Promise<RefundRight> => {
  if (refundable(state) === ZERO) return 'ANY_AMOUNT';
  try {
    return await refundRightOf(acquirers, state);
  } catch (error) {
    if (error instanceof Refused) return 'ANY_AMOUNT';
    throw error;
  }
};
