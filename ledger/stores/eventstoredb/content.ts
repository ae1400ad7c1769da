import type { EventData, JSONType, RecordedEvent } from '@eventstore/db-client';
import type { NewEvent, Recorded } from '#/ledger/event-store.ts';
import type { MovedEvent } from '#/ledger/log-loader.ts';
import { isMovedMetadata, movedFrom, movedMetadata } from './moved.ts';
import { positionText } from './position.ts';

const encoder = new TextEncoder();

const textOf = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString();

/** What the client may parse and print again, as it does with all JSON, without changing a byte. */
const survives = (text: string, parsed: unknown): boolean => JSON.stringify(parsed) === text;

/** What would not survive travels as a JSON string, which no metadata of ours is by itself. */
const metadataOf = (meta: string): JSONType => {
  const parsed: JSONType = JSON.parse(meta);
  const isObject = typeof parsed === 'object' && parsed !== null;
  return isObject && survives(meta, parsed) && !isMovedMetadata(parsed) ? parsed : meta;
};

/** Bytes, where it is an object anyway, because the client would print it once more. */
const sentMetadata = (meta: string): Uint8Array | string => {
  const metadata = metadataOf(meta);
  return typeof metadata === 'string' ? metadata : encoder.encode(meta);
};

const metaOf = (metadata: unknown): string => {
  if (metadata === undefined) return '{}';
  if (typeof metadata === 'string') return metadata;
  return metadata instanceof Uint8Array ? textOf(metadata) : JSON.stringify(metadata);
};

/**
 * An event of the very bytes that its hash is made of: JSON where that survives the client, as all
 * that our codec prints does, and else octets. @throws SyntaxError when `data` or `meta` is no JSON
 */
const proposed = ({ id, type, data }: NewEvent, metadata: Uint8Array | string): EventData => {
  const parsed: JSONType = JSON.parse(data);
  return survives(data, parsed)
    ? { id, type, metadata, contentType: 'application/json', data: parsed }
    : { id, type, metadata, contentType: 'application/octet-stream', data: encoder.encode(data) };
};

export const eventData = (event: NewEvent): EventData => proposed(event, sentMetadata(event.meta));

/** The same of an event that comes from another log. */
export const movedEventData = (event: MovedEvent): EventData =>
  proposed(event, encoder.encode(JSON.stringify(movedMetadata(event, metadataOf(event.meta)))));

/** What servers before 22.6 say of events that are read from their stream. */
const NOWHERE = 2n ** 64n - 1n;

/** An event as the port has it; JSON that another program wrote comes as it prints. */
export const recordedOf = (event: RecordedEvent): Recorded => {
  const { streamId: stream, id, type, data, metadata, revision, position, created } = event;
  if (position === undefined || position.commit === NOWHERE) {
    throw new Error('this EventStoreDB is too old: positions of events need 22.6 or later');
  }
  const moved = movedFrom(metadata);
  return {
    position: positionText(position),
    stream,
    revision: Number(revision),
    id,
    type,
    data: data instanceof Uint8Array ? textOf(data) : JSON.stringify(data),
    meta: metaOf(moved ? moved.meta : metadata),
    recordedAt: created.toISOString(),
    ...moved?.origin,
  };
};

/** Not of the server's own: statistics, metadata of streams, links of its projections. */
export const isOurs = ({ streamId, type }: Pick<RecordedEvent, 'streamId' | 'type'>): boolean =>
  !streamId.startsWith('$') && !type.startsWith('$');
