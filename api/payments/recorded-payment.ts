import { Refused } from '#/domain/errors/refused.ts';
import type { Payment, RequestedPayment } from '#/domain/payment/state.ts';
import type { Position } from '#/ledger/event-store.ts';

export interface RecordedPayment {
  readonly state: RequestedPayment;
  readonly position: Position;
}

/** @throws Refused `payment/not-found` */
export const onRecord = ({
  state,
  position,
}: {
  readonly state: Payment;
  readonly position: Position | undefined;
}): RecordedPayment => {
  if (state.status === 'NONE' || position === undefined) throw new Refused('payment/not-found');
  return { state, position };
};
