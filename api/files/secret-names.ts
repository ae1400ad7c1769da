import { createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { keepAtMost } from '#/ledger/lru-options.ts';

const KEPT = 5_000;

const hmacOf = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('base64url');

/**
 * Returns unguessable names, always the same for the same text. They are cached, because each charge needs the name in its webhook address.
 */
export const secretNames = (secret: string): ((text: string) => string) => {
  const names = new LRUCache<string, string>({
    ...keepAtMost(KEPT),
    memoMethod: (text) => hmacOf(secret, `name ${text}`),
  });
  return (text) => names.memo(text);
};

/** Returns digests of texts that may hold personal data: without the secret, no one can try texts until one fits. */
export const secretDigests =
  (secret: string) =>
  (text: string): string =>
    hmacOf(secret, `digest ${text}`);
