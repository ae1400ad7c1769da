import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import type { StreamIdentifier, UUID } from '@eventstore/db-client/generated/shared_pb.js';
import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { StoredEvent, ProposedEvent } from './stored-event.ts';
import { invalidArgument, missingMetadata } from './rpc-errors.ts';

const JSON_CONTENT = 'application/json';
const OTHER_CONTENT = 'application/octet-stream';

/** .NET counts time in tenths of microseconds. */
const TICKS_A_MILLISECOND = 10_000n;

export const streamIdentifier = (stream: string): StreamIdentifier => {
  const identifier = new sharedPb.StreamIdentifier();
  identifier.setStreamName(Buffer.from(stream));
  return identifier;
};

/** @throws RpcError for an empty name and `$$`, which name no stream */
export const streamName = (identifier: StreamIdentifier | undefined): string => {
  const name = Buffer.from(identifier?.getStreamName_asU8() ?? []).toString();
  if (name === '') throw invalidArgument('Required field StreamIdentifier not set.');
  if (name === '$$') throw invalidArgument(`Invalid stream name '${name}'.`);
  return name;
};

const UUID_TEXT = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

/** Lower case, from either of two encodings. @throws RpcError */
export const readUuid = (uuid: UUID | undefined): string => {
  if (uuid?.hasStructured() === true) {
    const bits = uuid.getStructured();
    const words = [bits?.getMostSignificantBits(), bits?.getLeastSignificantBits()];
    const hex = words.map((word) => BigInt.asUintN(64, BigInt(word ?? 0)).toString(16));
    const digits = hex.map((word) => word.padStart(16, '0')).join('');
    return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  }
  const text = uuid?.getString().toLowerCase() ?? '';
  if (!UUID_TEXT.test(text)) throw invalidArgument(`'${text}' is not a UUID`);
  return text;
};

export const writeUuid = (id: string, structured: boolean): UUID => {
  const uuid = new sharedPb.UUID();
  if (!structured) return uuid.setString(id);
  const digits = id.replaceAll('-', '');
  const [most, least] = [digits.slice(0, 16), digits.slice(16)].map((word) =>
    String(BigInt.asIntN(64, BigInt(`0x${word}`))),
  );
  const bits = new sharedPb.UUID.Structured();
  bits.setMostSignificantBits(most ?? '0');
  bits.setLeastSignificantBits(least ?? '0');
  return uuid.setStructured(bits);
};

const EMPTY_ID = '00000000-0000-0000-0000-000000000000';

interface ProposedMessage {
  getId(): UUID | undefined;
  getMetadataMap(): { get(key: string): string | undefined };
  getCustomMetadata_asU8(): Uint8Array;
  getData_asU8(): Uint8Array;
}

/** @throws RpcError when type, content type or id is missing or invalid */
export const readProposed = (message: ProposedMessage): ProposedEvent => {
  const fields = message.getMetadataMap();
  const type = fields.get('type');
  if (type === undefined) throw missingMetadata('type');
  if (type === '') throw invalidArgument('Empty eventType provided.');
  const contentType = fields.get('content-type');
  // Servers and clients before 20.10 use `is-json`.
  const isJson = fields.get('is-json')?.toLowerCase();
  if (contentType === undefined && isJson === undefined) throw missingMetadata('content-type');
  const id = readUuid(message.getId());
  if (id === EMPTY_ID) throw invalidArgument('Empty eventId provided.');
  return {
    id,
    type,
    isJson: contentType === undefined ? isJson === 'true' : contentType === JSON_CONTENT,
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  };
};

/** Bytes that count for the append limit; 24.10.4 and later also count type and metadata. */
export const sizeOf = ({ data }: ProposedEvent): number => data.length;

interface Encoding {
  /** The client requested ids as two integers. */
  readonly structuredIds: boolean;
  /** Whether to send log positions; servers before 22.6 do not. */
  readonly positions: boolean;
}

const recordedEvent = (
  event: StoredEvent,
  { structuredIds }: Encoding,
): ReadResp.ReadEvent.RecordedEvent => {
  const record = new streamsPb.ReadResp.ReadEvent.RecordedEvent();
  record.setId(writeUuid(event.id, structuredIds));
  record.setStreamIdentifier(streamIdentifier(event.stream));
  record.setStreamRevision(String(event.revision));
  record.setCommitPosition(String(event.ordinal));
  record.setPreparePosition(String(event.ordinal));
  const fields = record.getMetadataMap();
  fields.set('type', event.type);
  fields.set('created', String(BigInt(event.createdAt) * TICKS_A_MILLISECOND));
  fields.set('content-type', event.isJson ? JSON_CONTENT : OTHER_CONTENT);
  record.setData(event.data);
  record.setCustomMetadata(event.metadata);
  return record;
};

/** An event, or a link and the linked event. */
export interface EventOrLink {
  readonly event: StoredEvent | undefined;
  readonly link?: StoredEvent;
}

export const readEvent = ({ event, link }: EventOrLink, encoding: Encoding): ReadResp => {
  const message = new streamsPb.ReadResp.ReadEvent();
  if (event !== undefined) message.setEvent(recordedEvent(event, encoding));
  if (link !== undefined) message.setLink(recordedEvent(link, encoding));
  const original = link ?? event;
  if (encoding.positions && original !== undefined) {
    message.setCommitPosition(String(original.ordinal));
  } else {
    message.setNoPosition(new sharedPb.Empty());
  }
  return new streamsPb.ReadResp().setEvent(message);
};

export type { Encoding };
