import { createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { keepAtMost } from '#/ledger/lru-options.ts';

const KEPT = 5_000;

const hmacOf = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('base64url');

/** Returns an unguessable name for each text. Cached, because each charge needs one in its webhook address. */
export const secretNames = (secret: string): ((text: string) => string) => {
  const names = new LRUCache<string, string>({
    ...keepAtMost(KEPT),
    memoMethod: (text) => hmacOf(secret, `name ${text}`),
  });
  return (text) => names.memo(text);
};

/** Digests of texts that may hold personal data: guessing a text needs the secret. */
export const secretDigests =
  (secret: string) =>
  (text: string): string =>
    hmacOf(secret, `digest ${text}`);
