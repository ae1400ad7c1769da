import type { PaymentView } from '#/api/contract/checkout.ts';
import type { Core } from '#/api/composition/core.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { payment } from '#/domain/payment/decider.ts';
import { showPayment } from './payment-view.ts';

/** Reads the payment's own stream, so it is not stale. @throws Refused `payment/not-found` */
export const getPayment = async (
  core: Core,
  sandboxPayUrl: (transactionId: string) => string,
  paymentId: string,
): Promise<PaymentView> => {
  const { state, position } = await core.handler.load(payment, streamOf('payment', paymentId));
  if (state.status === 'NONE' || position === undefined) throw new Refused('payment/not-found');
  return showPayment(core, paymentId, state, position, sandboxPayUrl);
};
