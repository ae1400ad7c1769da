import { createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { keepAtMost } from '#/ledger/lru-options.ts';

const MOST_CACHED = 5_000;

const hmacOf = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('base64url');

/** Returns an unguessable name for each text. Cached, because each charge needs one in its webhook address. */
export const secretNames = (secret: string): ((text: string) => string) => {
  const names = new LRUCache<string, string>({
    ...keepAtMost(MOST_CACHED),
    memoMethod: (text) => hmacOf(secret, `name ${text}`),
  });
  return (text) => names.memo(text);
};

/** Returns a function that digests a text which may hold personal data. Only who has the secret can check a guess at the text. */
export const secretDigests =
  (secret: string) =>
  (text: string): string =>
    hmacOf(secret, `digest ${text}`);
