import type { PlatformPerson } from '#/domain/access/commands.ts';
import type { MailContent } from '#/domain/mail/events.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import type { AddressedCommand } from '#/domain/aggregates/deciders.ts';
import { definePolicy } from './policy.ts';

interface AccessChanged {
  readonly id: string;
  readonly data: PlatformPerson & { readonly at: Timestamp };
}

/** The mail has the event's id, so the same event requests no second mail. */
const mailAbout = (
  { id, data: { platformId, kind, personId, at } }: AccessChanged,
  content: MailContent,
): readonly AddressedCommand[] => {
  const to = { kind, personId };
  const mail = { platformId, to, language: 'pt-BR', content, at } as const;
  return [{ to: 'mail', id, command: { type: 'RequestMail', mail } }];
};

/** Mails about a sign-in from an unknown browser (people.98). */
export const tellOfNewDevice = definePolicy('tell-of-new-device', {
  SignedIn: (event) => {
    const { isKnownDevice, address, at: signedInAt } = event.data;
    return isKnownDevice ? [] : mailAbout(event, { template: 'new-device', signedInAt, address });
  },
});

/** Mails about a new password (people.98, people.201) or e-mail (people.128). */
export const tellOfNewPassword = definePolicy('tell-of-new-password', {
  SignedOut: (event) => {
    const { cause, address, at: changedAt } = event.data;
    switch (cause) {
      case 'NEW_PASSWORD':
        return mailAbout(event, { template: 'new-password', changedAt, address });
      case 'CHANGED_PASSWORD':
        return mailAbout(event, { template: 'new-password', by: 'SESSION', changedAt, address });
      case 'NEW_EMAIL':
        return mailAbout(event, { template: 'new-email', changedAt, address });
      default:
        return [];
    }
  },
});

/** Mails about a change of the second factor (people.117). */
export const tellOfSecondFactor = definePolicy('tell-of-second-factor', {
  SecondFactorChanged: (event) => {
    const { change, address, at: changedAt } = event.data;
    return mailAbout(event, { template: 'second-factor', change, changedAt, address });
  },
});
