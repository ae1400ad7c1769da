import { createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';

const KEPT = 5_000;

/** Returns unguessable names, always the same for the same text. Those of webhook addresses are needed at every sale: they are cached. */
export const secretNames = (secret: string): ((text: string) => string) => {
  const names = new LRUCache<string, string>({
    max: KEPT,
    memoMethod: (text) => createHmac('sha256', secret).update(`name ${text}`).digest('base64url'),
  });
  return (text) => names.memo(text);
};
