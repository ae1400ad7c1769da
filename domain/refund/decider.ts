import type { Decider, EventOf } from '#/domain/decider.ts';
import {
  isNewlyUnsent,
  isSuperseded,
  nextAttempt,
  unansweredPart,
  withoutAnswer,
  type LastAttempt,
} from '#/domain/call-attempt.ts';
import { Refused } from '#/domain/errors.ts';
import { explanationPart } from '#/domain/personal-text.ts';
import type { RefundCommand } from './commands.ts';
import type { refundEvents, RefundRequestedData } from './events.ts';

export type RefundEvent = EventOf<typeof refundEvents>;

export type Refund =
  | { readonly status: 'NONE' }
  | {
      readonly status: 'PENDING' | 'UNANSWERED' | 'SETTLED' | 'FAILED';
      readonly requested: RefundRequestedData;
      /** The last call for the refund; null = none, or one of before calls were recorded. */
      readonly attempt: LastAttempt | null;
      /** The provider accepted the refund and will do it: it must not be requested again. */
      readonly isAccepted: boolean;
    };

/** A refund that was opened. */
export type RequestedRefund = Exclude<Refund, { readonly status: 'NONE' }>;

/** The recorded `failure` of a refund that the provider accepted but has not done yet. */
export const TAKEN_IN = 'taken-in';

const decide = (command: RefundCommand, refund: Refund): readonly RefundEvent[] => {
  if (command.type === 'OpenRefund') {
    return refund.status === 'NONE' ? [{ type: 'RefundRequested', data: command.refund }] : [];
  }
  if (refund.status === 'NONE') throw new Refused('refund/unknown');
  if (refund.status === 'SETTLED' || refund.status === 'FAILED') return [];
  const { platformId, sellerId, paymentId, provider } = refund.requested;
  const at = command.now;
  switch (command.type) {
    case 'BeginRefund': {
      const attempt = nextAttempt(refund.attempt, command, provider);
      if (refund.isAccepted || !attempt) return [];
      return [{ type: 'RefundAttempted', data: attempt }];
    }
    case 'RecordUnanswered': {
      const { failure, text } = command;
      const isNews =
        refund.status === 'PENDING' ||
        (failure === TAKEN_IN && !refund.isAccepted) ||
        isNewlyUnsent(refund.attempt, command);
      if (!isNews) return [];
      return [
        {
          type: 'RefundUnanswered',
          data: { paymentId, ...unansweredPart(command), ...explanationPart(text), at },
        },
      ];
    }
    case 'RecordSettled': {
      const { providerRefundId } = command;
      return [{ type: 'RefundSettled', data: { paymentId, providerRefundId, at } }];
    }
    case 'RecordFailed': {
      if (isSuperseded(refund.attempt, command)) return [];
      const { cause, text } = command;
      const data = { platformId, sellerId, paymentId, cause, ...explanationPart(text), at };
      return [{ type: 'RefundFailed', data }];
    }
  }
};

const evolve = (refund: Refund, event: RefundEvent): Refund => {
  if (event.type === 'RefundRequested') {
    return { status: 'PENDING', requested: event.data, attempt: null, isAccepted: false };
  }
  if (refund.status === 'NONE') return refund;
  switch (event.type) {
    case 'RefundAttempted':
      return { ...refund, attempt: event.data };
    case 'RefundUnanswered':
      return {
        ...refund,
        status: 'UNANSWERED',
        attempt: withoutAnswer(refund.attempt, event.data),
        isAccepted: refund.isAccepted || event.data.failure === TAKEN_IN,
      };
    case 'RefundSettled':
      return { ...refund, status: 'SETTLED' };
    case 'RefundFailed':
      return { ...refund, status: 'FAILED' };
  }
};

/** One refund at the provider, from the seller's request to money sent back or a failure. */
export const refund: Decider<RefundCommand, RefundEvent, Refund> = {
  category: 'refund',
  initial: { status: 'NONE' },
  decide,
  evolve,
};
