import type { EventData, JSONType, RecordedEvent } from '@eventstore/db-client';
import type { NewEvent, Recorded } from '#/ledger/event-store.ts';
import { positionText } from './position.ts';

const encoder = new TextEncoder();

const textOf = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString();

/** What the client may parse and print again, as it does with all JSON, without changing a byte. */
const survives = (text: string, parsed: unknown): boolean => JSON.stringify(parsed) === text;

/** What would not survive travels as a JSON string, which no metadata of ours is by itself. */
const metadataOf = (meta: string): Uint8Array | string => {
  const parsed: unknown = JSON.parse(meta);
  const isObject = typeof parsed === 'object' && parsed !== null;
  return isObject && survives(meta, parsed) ? encoder.encode(meta) : meta;
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
export const eventData = ({ id, type, data, meta }: NewEvent): EventData => {
  const parsed: JSONType = JSON.parse(data);
  const metadata = metadataOf(meta);
  return survives(data, parsed)
    ? { id, type, metadata, contentType: 'application/json', data: parsed }
    : { id, type, metadata, contentType: 'application/octet-stream', data: encoder.encode(data) };
};

/** What servers before 22.6 say of events that are read from their stream. */
const NOWHERE = 2n ** 64n - 1n;

/** An event as the port has it; JSON that another program wrote comes as it prints. */
export const recordedOf = (event: RecordedEvent): Recorded => {
  const { streamId: stream, id, type, data, metadata, revision, position, created } = event;
  if (position === undefined || position.commit === NOWHERE) {
    throw new Error('this EventStoreDB is too old: positions of events need 22.6 or later');
  }
  return {
    position: positionText(position),
    stream,
    revision: Number(revision),
    id,
    type,
    data: data instanceof Uint8Array ? textOf(data) : JSON.stringify(data),
    meta: metaOf(metadata),
    recordedAt: created.toISOString(),
  };
};

/** Not of the server's own: statistics, metadata of streams, links of its projections. */
export const isOurs = ({ streamId, type }: Pick<RecordedEvent, 'streamId' | 'type'>): boolean =>
  !streamId.startsWith('$') && !type.startsWith('$');
