import { hash } from 'node:crypto';
import type { Position, Recorded, Revision } from '#/ledger/event-store.ts';

/** What the content hash covers. Of `meta` it covers only `v`. */
export interface EventContent {
  readonly id: string;
  readonly stream: string;
  readonly type: string;
  /** Schema version of `data`. */
  readonly v: number;
  /** The exact JSON text. */
  readonly data: string;
}

/** What the chained hash covers, besides the hash of the previous event. */
export interface EventLink {
  readonly position: Position;
  readonly stream: string;
  readonly revision: Revision;
  readonly id: string;
  readonly type: string;
  readonly data: string;
  readonly meta: string;
  readonly recordedAt: string;
  /** The position at which another log first recorded the event, if it was moved. */
  readonly sealedAs?: Position;
}

/** Returns the position that seals use: the one at which the event was first recorded. */
export const sealedPosition = ({
  position,
  sealedAs,
}: Pick<EventLink, 'position' | 'sealedAs'>): Position => sealedAs ?? position;

/** First bytes of preimages, as in RFC 6962 §2.1. Contents and leaves can share a byte, because they differ in their number of fields. */
const CONTENT = 0x00;
const LEAF = 0x00;
/** 0x01 begins the inner nodes of Merkle trees (RFC 6962). */
const LINK = 0x02;

/** For speed, the digest is requested as a string and converted. */
export const sha256 = (bytes: Buffer): Buffer =>
  Buffer.from(hash('sha256', bytes, 'latin1'), 'latin1');

/** The previous hash of the first event of a chain. */
export const CHAIN_START = '0'.repeat(64);

/** UTF-8 needs at most three bytes for each UTF-16 unit of a string. */
const WIDEST = 3;

/** Shared by all calls of `frame`, for speed. */
let scratch = Buffer.allocUnsafe(1 << 16);

/** Returns the tag byte, then each field as UTF-8 after its length in four bytes. The result is valid until the next call. */
export const encodeFrame = (tag: number, fields: readonly string[]): Buffer => {
  let room = 1;
  for (const field of fields) room += 4 + WIDEST * field.length;
  if (room > scratch.length) scratch = Buffer.allocUnsafe(room);
  let at = scratch.writeUInt8(tag);
  for (const field of fields) {
    const length = scratch.write(field, at + 4);
    scratch.writeUInt32BE(length, at);
    at += 4 + length;
  }
  return scratch.subarray(0, at);
};

/**
 * Returns the lower-case hex of SHA-256(0x00 ‖ lp(id) ‖ lp(stream) ‖ lp(type) ‖ lp(v) ‖ lp(data)). lp(x) is the length of x in four
 * big-endian bytes, then x in UTF-8. `v` is decimal text.
 */
export const contentHash = ({ id, stream, type, v, data }: EventContent): string =>
  hash('sha256', encodeFrame(CONTENT, [id, stream, type, String(v), data]), 'hex');

/**
 * Returns the lower-case hex of SHA-256(0x02 ‖ lp(previous) ‖ lp(position) ‖ lp(stream) ‖ lp(revision) ‖ lp(id) ‖ lp(type) ‖ lp(data)
 * ‖ lp(meta) ‖ lp(recordedAt)), with lp as in `contentHash`. If the event came from another log, lp(sealedAs) follows.
 */
export const chainHash = (previous: string, link: EventLink): string => {
  const { position, stream, revision, id, type, data, meta, recordedAt, sealedAs } = link;
  const fields = [previous, position, stream, String(revision), id, type, data, meta, recordedAt];
  if (sealedAs !== undefined) fields.push(sealedAs);
  return hash('sha256', encodeFrame(LINK, fields), 'hex');
};

/**
 * Returns the leaf of an event in a Merkle tree (RFC 6962 §2.1): SHA-256(0x00 ‖ lp(sealedPosition) ‖ lp(stream) ‖ lp(revision) ‖
 * lp(id) ‖ lp(type) ‖ lp(data) ‖ lp(meta) ‖ lp(recordedAt)), with lp as in `contentHash`.
 */
export const leafHash = (event: EventLink): Buffer => {
  const { stream, revision, id, type, data, meta, recordedAt } = event;
  const position = sealedPosition(event);
  const fields = [position, stream, String(revision), id, type, data, meta, recordedAt];
  return sha256(encodeFrame(LEAF, fields));
};

/** Returns the first event whose hash does not follow from the event before it. */
export const firstBrokenLink = (
  events: Iterable<Recorded>,
  previous: string = CHAIN_START,
): Recorded | undefined => {
  let expected = previous;
  for (const event of events) {
    expected = chainHash(expected, event);
    if (event.hash !== expected) return event;
  }
  return undefined;
};
