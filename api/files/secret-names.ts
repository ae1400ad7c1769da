import { createHmac } from 'node:crypto';

/** Names that nobody can guess, each the same for the same text. */
export const secretNames =
  (secret: string) =>
  (text: string): string =>
    createHmac('sha256', secret).update(`name ${text}`).digest('base64url');
