import { definePolicy } from './policy.ts';

/** Tells a person by mail of a sign-in to their account at a browser that was not known (people.98). */
export const tellOfNewDevice = definePolicy('tell-of-new-device', {
  SignedIn: ({ id, data }) => {
    const { platformId, kind, personId, isKnownDevice, address, at } = data;
    if (isKnownDevice) return [];
    const mail = {
      platformId,
      to: { kind, personId },
      language: 'pt-BR',
      content: { template: 'new-device', signedInAt: at, address },
      at,
    } as const;
    return [{ to: 'mail', id, command: { type: 'RequestMail', mail } }];
  },
});
