import { reaches, type Caller } from '#/api/auth/caller.ts';
import type { Core } from '#/api/composition/core.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { payment } from '#/domain/payment/decider.ts';
import type { RequestedPayment } from '#/domain/payment/state.ts';

/** Does not check permissions. @throws Refused `payment/not-found`, also for payments out of the caller's reach */
export const requireOwnPayment = async (
  { handler }: Pick<Core, 'handler'>,
  caller: Caller,
  paymentId: string,
): Promise<RequestedPayment> => {
  const { state } = await handler.load(payment, streamOf('payment', paymentId));
  if (state.status === 'NONE') throw new Refused('payment/not-found');
  if (!reaches(caller, state.requested)) throw new Refused('payment/not-found');
  return state;
};
