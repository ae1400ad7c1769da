import type { JSONType } from '@eventstore/db-client';
import type { Recorded } from '#/ledger/event-store.ts';
import type { MovedEvent } from '#/ledger/log-loader.ts';
import { isMovedMetadata, movedFrom, movedMetadata } from './moved.ts';

const encoder = new TextEncoder();

const isObject = (parsed: unknown): boolean => typeof parsed === 'object' && parsed !== null;

/**
 * Prepares an event's metadata for the server. An object is stored as its own bytes, which other programs can read. Other JSON, and
 * an object that looks like the metadata of a moved event, is stored inside a JSON string.
 * @throws SyntaxError when it is not JSON
 */
export const wrapMeta = (meta: string): Uint8Array | string => {
  const parsed: unknown = JSON.parse(meta);
  return meta.startsWith('{') && !isMovedMetadata(parsed) ? encoder.encode(meta) : meta;
};

/** Like `wrapMeta`, for an event from another log; also stores its original position and time. */
export const wrapMoved = (event: MovedEvent): Uint8Array => {
  const parsed: JSONType = JSON.parse(event.meta);
  const isPlain = isObject(parsed) && JSON.stringify(parsed) === event.meta;
  const meta = isPlain && !isMovedMetadata(parsed) ? parsed : event.meta;
  return encoder.encode(JSON.stringify(movedMetadata(event, meta)));
};

const MOVED = '{"movedFrom":';

/** Reverses `wrapMeta` and `wrapMoved`. Events of other programs may have no metadata: the result is `{}`. */
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
