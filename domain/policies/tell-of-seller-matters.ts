import type { MailContent } from '#/domain/mail/events.ts';
import { cents } from '#/domain/values/money.ts';
import type { AddressedCommand } from '#/domain/aggregates/deciders.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import { definePolicy } from './policy.ts';

interface OfSeller {
  readonly id: string;
  readonly platformId: string;
  readonly sellerId: string;
  readonly at: Timestamp;
}

/** The mail has the event's id, so the same event requests no second mail. */
const mailTo = (
  { id, platformId, sellerId: personId, at }: OfSeller,
  content: MailContent,
): readonly AddressedCommand[] => {
  const to = { kind: 'seller', personId } as const;
  const mail = { platformId, to, language: 'pt-BR', content, at } as const;
  return [{ to: 'mail', id, command: { type: 'RequestMail', mail } }];
};

/** Mails about how a withdrawal ended (people.202). */
export const tellOfWithdrawal = definePolicy('tell-of-withdrawal', {
  WithdrawalSettled: ({ id, data }) => {
    const {
      platformId,
      receiverId: sellerId,
      amount: gross,
      fee = 0,
      paidOut,
      currency,
      at,
    } = data;
    // Older events have no amount. Nothing was paid out of a withdrawal that is no more than its fee.
    if (gross === undefined || gross <= fee) return [];
    const amount = paidOut ?? cents(gross - fee);
    const content = { template: 'withdrawal', outcome: 'PAID', amount, currency } as const;
    return mailTo({ id, platformId, sellerId, at }, { ...content, happenedAt: at });
  },
  WithdrawalRefused: ({ id, data }) => {
    const { platformId, receiverId: sellerId, reason, at } = data;
    const content = { template: 'withdrawal', outcome: 'REFUSED', reason } as const;
    return mailTo({ id, platformId, sellerId, at }, { ...content, happenedAt: at });
  },
  WithdrawalCameBack: ({ id, data }) => {
    const { platformId, receiverId: sellerId, amount, currency, isPart, at } = data;
    // Staff corrected the amount on record; no payout came back.
    if (isPart === true) return [];
    const content = { template: 'withdrawal', outcome: 'RETURNED', amount, currency } as const;
    return mailTo({ id, platformId, sellerId, at }, { ...content, happenedAt: at });
  },
});

/** Mails about a rejected document, and why it was rejected (people.202). */
export const tellOfDocument = definePolicy('tell-of-document', {
  ReceiverFileRejected: ({ id, data }) => {
    const { platformId, sellerId, kind: document, reason, at } = data;
    const content = { template: 'document-rejected', document, reason, rejectedAt: at } as const;
    return mailTo({ id, platformId, sellerId, at }, content);
  },
});
