import type { EventMeta } from '#/ledger/event-store.ts';

const BEGINS = '{"v":';
const HASH = ',"hash":"';
const HASH_DIGITS = 64;
const ENDS = '"}';

/** From the end, where the hash begins. */
const HASH_FROM = HASH_DIGITS + ENDS.length;

/**
 * Version and content hash out of an event's meta, as `JSON.parse` would read them. `encode` writes one first and the other
 * last, where they are found without reading what is between; quotes within a text are escaped, so neither can be part of
 * one. What is written otherwise is parsed.
 */
export const writtenMeta = (meta: string): Pick<EventMeta, 'v' | 'hash'> => {
  const hashAt = meta.length - HASH_FROM;
  const comma = meta.indexOf(',', BEGINS.length);
  const v = Number(meta.slice(BEGINS.length, comma));
  const isAsEncoded =
    meta.startsWith(BEGINS) &&
    meta.startsWith(HASH, hashAt - HASH.length) &&
    meta.indexOf('"', hashAt) === meta.length - ENDS.length &&
    meta.endsWith('}') &&
    Number.isInteger(v) &&
    // Of a name that comes twice the last counts.
    !meta.includes('"v":', BEGINS.length);
  if (isAsEncoded) return { v, hash: meta.slice(hashAt, -ENDS.length) };
  const parsed: EventMeta = JSON.parse(meta);
  return parsed;
};
