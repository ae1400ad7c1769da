import { definePolicy } from './policy.ts';

/** Tells a person by mail that a link gave them a new password (people.98): the browser that used it is known from then on. */
export const tellOfNewPassword = definePolicy('tell-of-new-password', {
  SignedOut: ({ id, data }) => {
    const { platformId, kind, personId, cause, address, at } = data;
    if (cause !== 'NEW_PASSWORD') return [];
    const mail = {
      platformId,
      to: { kind, personId },
      language: 'pt-BR',
      content: { template: 'new-password', changedAt: at, address },
      at,
    } as const;
    return [{ to: 'mail', id, command: { type: 'RequestMail', mail } }];
  },
});
