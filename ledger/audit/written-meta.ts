import type { EventMeta } from '#/ledger/event-store.ts';

const BEGINS = '{"v":';
const HASH = ',"hash":"';
const HASH_DIGITS = 64;
const ENDS = '"}';

const HASH_FROM = HASH_DIGITS + ENDS.length;

/** Returns version and hash of an event. For speed, reads them from the places where `encode` writes them; parses other meta. */
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
    // If a name occurs twice, `JSON.parse` takes the last one.
    !meta.includes('"v":', BEGINS.length);
  if (isAsEncoded) return { v, hash: meta.slice(hashAt, -ENDS.length) };
  const parsed: EventMeta = JSON.parse(meta);
  return parsed;
};
