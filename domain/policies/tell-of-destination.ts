import type { AddressedCommand } from '#/domain/aggregates/deciders.ts';
import type { MailContent } from '#/domain/mail/events.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import { definePolicy } from './policy.ts';

interface DestinationChanged {
  readonly id: string;
  readonly data: {
    readonly platformId: string;
    readonly sellerId: string;
    readonly at: Timestamp;
  };
}

/** The mail has the event's id, so the same event requests no second mail. */
const mailAbout = (
  { id, data: { platformId, sellerId: personId, at } }: DestinationChanged,
  content: MailContent,
): readonly AddressedCommand[] => {
  const to = { kind: 'seller', personId } as const;
  const mail = { platformId, to, language: 'pt-BR', content, at } as const;
  return [{ to: 'mail', id, command: { type: 'RequestMail', mail } }];
};

/** Mails about a new or suspended PIX key (people.154). A new key that is the seller's own CPF or CNPJ needs no mail. */
export const tellOfDestination = definePolicy('tell-of-destination', {
  DestinationDeclared: (event) => {
    const { pixType, holder, at: declaredAt } = event.data;
    const isOwnDocument = holder === 'SELLER' && (pixType === 'CPF' || pixType === 'CNPJ');
    return isOwnDocument ? [] : mailAbout(event, { template: 'new-destination', declaredAt });
  },
  DestinationSuspended: (event) =>
    mailAbout(event, { template: 'suspended-destination', suspendedAt: event.data.at }),
});
