import type { Decider, EventOf } from '#/domain/decider.ts';
import { Refused } from '#/domain/errors.ts';
import type { RefundCommand } from './commands.ts';
import type { refundEvents, RefundRequestedData } from './events.ts';

export type RefundEvent = EventOf<typeof refundEvents>;

export type Refund =
  | { readonly status: 'NONE' }
  | {
      readonly status: 'PENDING' | 'UNANSWERED' | 'SETTLED' | 'FAILED';
      readonly requested: RefundRequestedData;
    };

const decide = (command: RefundCommand, refund: Refund): readonly RefundEvent[] => {
  if (command.type === 'OpenRefund') {
    return refund.status === 'NONE' ? [{ type: 'RefundRequested', data: command.refund }] : [];
  }
  if (refund.status === 'NONE') throw new Refused('refund/unknown');
  if (refund.status === 'SETTLED' || refund.status === 'FAILED') return [];
  const { paymentId } = refund.requested;
  const at = command.now;
  switch (command.type) {
    case 'RecordUnanswered':
      if (refund.status === 'UNANSWERED') return [];
      return [{ type: 'RefundUnanswered', data: { failure: command.failure, at } }];
    case 'RecordSettled': {
      const { providerRefundId } = command;
      return [{ type: 'RefundSettled', data: { paymentId, providerRefundId, at } }];
    }
    case 'RecordFailed':
      return [{ type: 'RefundFailed', data: { paymentId, cause: command.cause, at } }];
  }
};

const evolve = (refund: Refund, event: RefundEvent): Refund => {
  if (event.type === 'RefundRequested') return { status: 'PENDING', requested: event.data };
  if (refund.status === 'NONE') return refund;
  switch (event.type) {
    case 'RefundUnanswered':
      return { ...refund, status: 'UNANSWERED' };
    case 'RefundSettled':
      return { ...refund, status: 'SETTLED' };
    case 'RefundFailed':
      return { ...refund, status: 'FAILED' };
  }
};

/** One refund at the provider, from the seller's wish to money sent back or a failure. */
export const refund: Decider<RefundCommand, RefundEvent, Refund> = {
  category: 'refund',
  initial: { status: 'NONE' },
  decide,
  evolve,
};
