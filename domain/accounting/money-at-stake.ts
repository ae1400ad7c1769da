import type { DomainEvent, EventType } from '#/domain/aggregates/events.ts';
import { paymentEvents } from '#/domain/payment/events.ts';
import { refundEvents } from '#/domain/refund/events.ts';
import { sum, type Cents } from '#/domain/values/money.ts';
import { withdrawalEvents } from '#/domain/withdrawal/events.ts';
import { postingsOf } from './postings.ts';

/** WHOLE: all of the event's payment, refund or withdrawal. `refundId`: the amount of this refund. Null = no money. */
export type MoneyAtStake = Cents | 'WHOLE' | { readonly refundId: string } | null;

const ofOneRequest: ReadonlySet<string> = new Set(
  Object.keys({ ...paymentEvents, ...refundEvents, ...withdrawalEvents }),
);

/** Events about a part of the money. One that states no amount does not say which part, so it counts as no money. */
const ofPart: ReadonlySet<EventType> = new Set<EventType>([
  'PaymentMismatchFound',
  'PaymentResolutionProposed',
  'PaymentResolutionRejected',
  'PaymentResolved',
  'RefundResolutionProposed',
  'RefundResolutionRejected',
  'RefundResolved',
  'WithdrawalContradicted',
  'WithdrawalContradictionEnded',
  'WithdrawalResolutionProposed',
  'WithdrawalResolutionRejected',
  'WithdrawalResolved',
]);

const amountIn = ({ data }: DomainEvent): Cents | null =>
  'amount' in data ? (data.amount ?? null) : null;

/** How much money is not dealt with while the work of a policy on this event is parked. */
export const moneyAtStakeOf = (event: DomainEvent): MoneyAtStake => {
  const { type, data } = event;
  switch (type) {
    case 'RefundHoldRefused':
      return { refundId: data.refundId };
    case 'PaymentNoticeRefused':
      return data.missing ? { refundId: data.missing.refundId } : (data.contested?.amount ?? null);
    default: {
      const statedAmount = amountIn(event);
      if (statedAmount !== null) return statedAmount;
      const moved = sum(postingsOf(event).map(({ amount }) => amount));
      if (moved > 0) return moved;
      return ofOneRequest.has(type) && !ofPart.has(type) ? 'WHOLE' : null;
    }
  }
};
