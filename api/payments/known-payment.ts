import { Refused } from '#/domain/errors.ts';
import type { Payment, RequestedPayment } from '#/domain/payment/state.ts';
import type { Position } from '#/ledger/event-store.ts';

/** A payment on record, and where its record ends. */
export interface KnownPayment {
  readonly state: RequestedPayment;
  readonly position: Position;
}

/** A payment that was requested. @throws Refused `payment/not-found` */
export const onRecord = ({
  state,
  position,
}: {
  readonly state: Payment;
  readonly position: Position | undefined;
}): KnownPayment => {
  if (state.status === 'NONE' || position === undefined) throw new Refused('payment/not-found');
  return { state, position };
};
