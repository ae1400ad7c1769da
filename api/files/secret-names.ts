import { createHmac } from 'node:crypto';

/** Returns unguessable names, always the same for the same text. */
export const secretNames =
  (secret: string) =>
  (text: string): string =>
    createHmac('sha256', secret).update(`name ${text}`).digest('base64url');
