import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { NewEvent, Recorded } from '#/ledger/event-store.ts';
import { ordinalOf } from '#/ledger/stores/decimal-position.ts';

/** Revision of a tombstone, and the `$tb` of a deleted stream: the largest int64. */
export const DELETED = 9_223_372_036_854_775_807n;

export const TOMBSTONE = '$streamDeleted';

/** An event as an EventStoreDB client proposes it. */
export interface ProposedEvent {
  /** Lower-case UUID. */
  readonly id: string;
  readonly type: string;
  /** Whether the client declared `data` as JSON; the server does not check it. */
  readonly isJson: boolean;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
}

/** An event as an EventStoreDB client reads it. */
export interface StoredEvent extends ProposedEvent {
  readonly stream: string;
  /** `DELETED` for a tombstone. */
  readonly revision: bigint;
  /** Position in the log, from 1 without gaps; both commit and prepare position. */
  readonly ordinal: number;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

/** The `meta` of an event that our port cannot store as it is, for example because its bytes are not JSON. */
const envelopeSchema = z.object({
  $eventstoredb: z.object({
    id: z.string().optional(),
    stream: z.string().optional(),
    type: z.string().optional(),
    isJson: z.boolean(),
    /** `data` is a JSON string of these bytes in base64. */
    isPacked: z.boolean(),
    /** Base64. */
    metadata: z.string(),
    isTombstone: z.boolean().optional(),
  }),
});
type Envelope = z.infer<typeof envelopeSchema>['$eventstoredb'];

const ENVELOPE_START = '{"$eventstoredb":{';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Returns the text of the bytes if it is JSON and encodes to the same bytes again. */
const jsonText = (bytes: Uint8Array): string | undefined => {
  if (bytes.length === 0) return undefined;
  try {
    const text = decoder.decode(bytes);
    JSON.parse(text);
    return text;
  } catch {
    return undefined;
  }
};

const STREAM = /^(?!\$esdb\.)[\w$.:-]{1,200}$/;
const TYPE = /^(?!\$esdb\.)[\w$.:-]{1,100}$/;

const digest = (name: string): string => `$esdb.${createHash('sha256').update(name).digest('hex')}`;

/** Stream names of clients may have any characters; a name that our port refuses is replaced by a digest. */
export const storedStreamName = (stream: string): string =>
  STREAM.test(stream) ? stream : digest(stream);

interface KeepOptions {
  /** Replaces an id that is taken elsewhere; clients still see the original. */
  readonly id?: string;
  readonly isTombstone?: boolean;
}

export const keep = (
  stream: string,
  { id, type, isJson, data, metadata }: ProposedEvent,
  keeping: KeepOptions = {},
): NewEvent => {
  const text = isJson ? jsonText(data) : undefined;
  const plain = jsonText(metadata);
  const asItIs =
    text !== undefined &&
    plain !== undefined &&
    !plain.startsWith(ENVELOPE_START) &&
    storedStreamName(stream) === stream &&
    TYPE.test(type) &&
    Object.keys(keeping).length === 0;
  if (asItIs) return { id, type, data: text, meta: plain };
  const envelope: Envelope = {
    ...(keeping.id === undefined ? {} : { id }),
    ...(storedStreamName(stream) === stream ? {} : { stream }),
    ...(TYPE.test(type) ? {} : { type }),
    ...(keeping.isTombstone === undefined ? {} : { isTombstone: keeping.isTombstone }),
    isJson,
    isPacked: text === undefined,
    metadata: Buffer.from(metadata).toString('base64'),
  };
  return {
    id: keeping.id ?? id,
    type: TYPE.test(type) ? type : '$esdb.type',
    data: text ?? JSON.stringify(Buffer.from(data).toString('base64')),
    meta: JSON.stringify({ $eventstoredb: envelope }),
  };
};

const parseEnvelope = (meta: string): Envelope | undefined =>
  meta.startsWith(ENVELOPE_START)
    ? envelopeSchema.parse(JSON.parse(meta)).$eventstoredb
    : undefined;

export const keptEventOf = (recorded: Recorded): StoredEvent => {
  const { id, stream, type, data, meta, revision, position, recordedAt } = recorded;
  const place = { ordinal: ordinalOf(position), createdAt: Date.parse(recordedAt) };
  const envelope = parseEnvelope(meta);
  if (envelope === undefined) {
    const bytes = { data: Buffer.from(data), metadata: Buffer.from(meta) };
    return { id, stream, type, isJson: true, revision: BigInt(revision), ...bytes, ...place };
  }
  return {
    id: envelope.id ?? id,
    stream: envelope.stream ?? stream,
    type: envelope.type ?? type,
    isJson: envelope.isJson,
    data: envelope.isPacked
      ? Buffer.from(z.string().parse(JSON.parse(data)), 'base64')
      : Buffer.from(data),
    metadata: Buffer.from(envelope.metadata, 'base64'),
    revision: envelope.isTombstone === true ? DELETED : BigInt(revision),
    ...place,
  };
};
