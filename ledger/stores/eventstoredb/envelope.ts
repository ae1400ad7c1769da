import type { JSONType } from '@eventstore/db-client';
import type { Recorded } from '#/ledger/event-store.ts';
import type { MovedEvent } from '#/ledger/log-loader.ts';
import { isMovedMetadata, movedFrom, movedMetadata } from './moved.ts';

const encoder = new TextEncoder();

const isObject = (parsed: unknown): boolean => typeof parsed === 'object' && parsed !== null;

/**
 * An event's `meta` as the server keeps it: an object's bytes as they are, so that other programs can read them. Any
 * other JSON travels as a JSON string, which no object is. @throws SyntaxError for what is no JSON
 */
export const wrapMeta = (meta: string): Uint8Array | string => {
  const parsed: unknown = JSON.parse(meta);
  return meta.startsWith('{') && !isMovedMetadata(parsed) ? encoder.encode(meta) : meta;
};

/** The same of an event that comes from another log, inside a word of where that was. */
export const wrapMoved = (event: MovedEvent): Uint8Array => {
  const parsed: JSONType = JSON.parse(event.meta);
  const isPlain = isObject(parsed) && JSON.stringify(parsed) === event.meta;
  const meta = isPlain && !isMovedMetadata(parsed) ? parsed : event.meta;
  return encoder.encode(JSON.stringify(movedMetadata(event, meta)));
};

/** As `wrapMoved` begins what it makes. */
const MOVED = '{"movedFrom":';

/** What `wrapMeta` and `wrapMoved` were given, by the text that the server keeps; other programs may keep none. */
export const unwrapMeta = (
  text: string,
): Pick<Recorded, 'meta'> & Partial<Pick<Recorded, 'recordedAt' | 'sealedAs'>> => {
  if (text === '') return { meta: '{}' };
  if (text.startsWith('"')) return { meta: String(JSON.parse(text)) };
  const moved = text.startsWith(MOVED) ? movedFrom(JSON.parse(text)) : undefined;
  if (moved === undefined) return { meta: text };
  const { meta, origin } = moved;
  return { ...origin, meta: typeof meta === 'string' ? meta : JSON.stringify(meta) };
};
