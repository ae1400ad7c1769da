import type { EventData, JSONType } from '@eventstore/db-client';
import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { z } from 'zod';
import type { NewEvent, Position, Recorded } from '#/ledger/event-store.ts';
import type { MovedEvent } from '#/ledger/log-loader.ts';
import { unwrapMeta, wrapMeta, wrapMoved } from './envelope.ts';
import { positionText } from './position.ts';

const encoder = new TextEncoder();

const textOf = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString();

const toEventData = ({ id, type, data }: NewEvent, metadata: Uint8Array | string): EventData => {
  const parsed: JSONType = JSON.parse(data);
  return JSON.stringify(parsed) === data
    ? { id, type, metadata, contentType: 'application/json', data: parsed }
    : { id, type, metadata, contentType: 'application/octet-stream', data: encoder.encode(data) };
};

/**
 * Converts an event for the server. The client would print some JSON in another form, such as `1.0` as `1`. Such `data` is sent as
 * octets, because the hash covers the bytes.
 * @throws SyntaxError when `data` or `meta` is not JSON
 */
export const eventData = (event: NewEvent): EventData => toEventData(event, wrapMeta(event.meta));

/** Like `eventData`, for an event that was recorded in another log. */
export const movedEventData = (event: MovedEvent): EventData =>
  toEventData(event, wrapMoved(event));

export type WireEvent = ReadResp.ReadEvent.RecordedEvent;

/** The position that servers before 22.6 send for events that are read from a stream. */
const NOWHERE = String(2n ** 64n - 1n);

/** Returns the position of an event in the log. @throws when the server is too old to send it */
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

export const revisionOf = (event: WireEvent): number => Number(event.getStreamRevision());

/** Whether this is the event that the server writes into a stream that is deleted for good. */
export const isTombstone = (event: WireEvent): boolean => typeOf(event) === '$streamDeleted';

export const dataOf = (event: WireEvent): string => textOf(event.getData_asU8());

/** @throws when the data is not what the schema describes */
export const parseAs = <Schema extends z.ZodType>(
  schema: Schema,
  event: WireEvent,
): z.output<Schema> => schema.parse(JSON.parse(dataOf(event)));

/** Digits below a millisecond: .NET counts time in tenths of microseconds. */
const TICK_DIGITS = 4;

export const createdAt = (event: WireEvent): string =>
  new Date(Number(event.getMetadataMap().get('created')?.slice(0, -TICK_DIGITS))).toISOString();

export const recordedOf = (event: WireEvent, stream: string): Recorded => ({
  position: placeOf(event),
  stream,
  revision: revisionOf(event),
  id: event.getId()?.getString() ?? '',
  type: typeOf(event),
  data: dataOf(event),
  recordedAt: createdAt(event),
  ...unwrapMeta(textOf(event.getCustomMetadata_asU8())),
});
