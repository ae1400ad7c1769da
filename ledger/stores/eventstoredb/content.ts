import type { EventData, JSONType } from '@eventstore/db-client';
import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { NewEvent, Position, Recorded } from '#/ledger/event-store.ts';
import type { MovedEvent } from '#/ledger/log-loader.ts';
import { unwrapMeta, wrapMeta, wrapMoved } from './envelope.ts';
import { positionText } from './position.ts';

const encoder = new TextEncoder();

const textOf = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString();

const proposed = ({ id, type, data }: NewEvent, metadata: Uint8Array | string): EventData => {
  const parsed: JSONType = JSON.parse(data);
  return JSON.stringify(parsed) === data
    ? { id, type, metadata, contentType: 'application/json', data: parsed }
    : { id, type, metadata, contentType: 'application/octet-stream', data: encoder.encode(data) };
};

/**
 * An event of the very bytes that its hash is made of. The client prints JSON itself, so what it would print as other
 * bytes, which is nothing of our codec's, travels as octets. @throws SyntaxError when `data` or `meta` is no JSON
 */
export const eventData = (event: NewEvent): EventData => proposed(event, wrapMeta(event.meta));

/** The same of an event that comes from another log. */
export const movedEventData = (event: MovedEvent): EventData => proposed(event, wrapMoved(event));

export type WireEvent = ReadResp.ReadEvent.RecordedEvent;

/** What servers before 22.6 say of events that are read from their stream. */
const NOWHERE = String(2n ** 64n - 1n);

/** Where an event stands in the log. @throws when the server does not say it */
export const placeOf = (event: WireEvent): Position => {
  const commit = event.getCommitPosition();
  if (commit === NOWHERE) {
    throw new Error('this EventStoreDB is too old: positions of events need 22.6 or later');
  }
  return positionText(commit, event.getPreparePosition());
};

export const streamNameOf = (event: WireEvent): string =>
  textOf(event.getStreamIdentifier()?.getStreamName_asU8() ?? new Uint8Array());

export const typeOf = (event: WireEvent): string => event.getMetadataMap().get('type') ?? '';

/** What the server writes into a stream that is deleted for good. */
export const isTombstone = (event: WireEvent): boolean => typeOf(event) === '$streamDeleted';

export const dataOf = (event: WireEvent): string => textOf(event.getData_asU8());

/** .NET counts time in tenths of microseconds. */
const TICK_DIGITS = 4;

/** An event of a stream of ours as the port has it. */
export const recordedOf = (event: WireEvent, stream: string): Recorded => ({
  position: placeOf(event),
  stream,
  revision: Number(event.getStreamRevision()),
  id: event.getId()?.getString() ?? '',
  type: typeOf(event),
  data: dataOf(event),
  recordedAt: new Date(
    Number(event.getMetadataMap().get('created')?.slice(0, -TICK_DIGITS)),
  ).toISOString(),
  ...unwrapMeta(textOf(event.getCustomMetadata_asU8())),
});
