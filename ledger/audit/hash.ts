import { hash } from 'node:crypto';
import type { Position, Recorded, Revision } from '#/ledger/event-store.ts';

/** The fields that the content hash covers: what the event says. Of `meta` it covers only `v`, and nothing that the store adds. */
export interface EventContent {
  readonly id: string;
  readonly stream: string;
  readonly type: string;
  /** Schema version of `data`. */
  readonly v: number;
  /** The exact JSON text. */
  readonly data: string;
}

/** The fields that the chained hash covers, besides the hash of the previous event. */
export interface EventLink {
  readonly position: Position;
  readonly stream: string;
  readonly revision: Revision;
  readonly id: string;
  readonly type: string;
  readonly data: string;
  readonly meta: string;
  readonly recordedAt: string;
  /** Only for an event moved here from another log: the position at which it was first recorded. */
  readonly sealedAs?: Position;
}

/** Returns the position that seals use for an event: the one at which it was first recorded, even if it was moved to another log since. */
export const sealedPosition = ({
  position,
  sealedAs,
}: Pick<EventLink, 'position' | 'sealedAs'>): Position => sealedAs ?? position;

/**
 * First bytes of the preimages. They make sure that the preimage of a content or a leaf is never that of a link or of an inner node (as in
 * RFC 6962 §2.1). Contents and leaves have the same first byte, because they already differ in their number of fields.
 */
const CONTENT = 0x00;
const LEAF = 0x00;
/** 0x01 is not used here: inner nodes of the seals' Merkle trees begin with it (RFC 6962). */
const LINK = 0x02;

/**
 * Returns the SHA-256 as a buffer. The digest is requested as a string and converted, because that takes Node less time than to return
 * a buffer.
 */
export const sha256 = (bytes: Buffer): Buffer =>
  Buffer.from(hash('sha256', bytes, 'latin1'), 'latin1');

/** The previous hash of the first event of a chain. */
export const CHAIN_START = '0'.repeat(64);

/** UTF-8 needs at most three bytes for each UTF-16 unit of a string. */
const WIDEST = 3;

/** All preimages share one buffer, because a new one for each takes longer. */
let scratch = Buffer.allocUnsafe(1 << 16);

/**
 * Encodes each field as UTF-8 after its length in four bytes, so that no two lists of fields share an
 * encoding. The bytes are valid until the next call.
 */
export const frame = (tag: number, fields: readonly string[]): Buffer => {
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
 * Returns the lower-case hex of SHA-256(0x00 ‖ lp(id) ‖ lp(stream) ‖ lp(type) ‖ lp(v) ‖ lp(data)), where lp is
 * UTF-8 after its four-byte big-endian length and `v` is decimal text. It does not depend on a store, so
 * every store's events have it.
 */
export const contentHash = ({ id, stream, type, v, data }: EventContent): string =>
  hash('sha256', frame(CONTENT, [id, stream, type, String(v), data]), 'hex');

/**
 * Returns the lower-case hex of SHA-256(0x02 ‖ lp(previous) ‖ lp(position) ‖ lp(stream) ‖ lp(revision) ‖ lp(id)
 * ‖ lp(type) ‖ lp(data) ‖ lp(meta) ‖ lp(recordedAt)), followed by lp(sealedAs) if the event came from another log.
 * Every field is the text that the port returns, so a printed log can be verified without a store.
 */
export const chainHash = (previous: string, link: EventLink): string => {
  const { position, stream, revision, id, type, data, meta, recordedAt, sealedAs } = link;
  const fields = [previous, position, stream, String(revision), id, type, data, meta, recordedAt];
  if (sealedAs !== undefined) fields.push(sealedAs);
  return hash('sha256', frame(LINK, fields), 'hex');
};

/**
 * SHA-256(0x00 ‖ lp(sealedPosition) ‖ lp(stream) ‖ lp(revision) ‖ lp(id) ‖ lp(type) ‖ lp(data) ‖ lp(meta) ‖
 * lp(recordedAt)): the leaf of an event in the Merkle tree of a seal (RFC 6962 §2.1). It covers the position at which
 * the event was first recorded, so it proves the order of the log, and does not change when the event is moved to
 * another log. It covers no previous hash, so the events of a store without a chain have one, too. A content hash has
 * the same first byte but another number of fields.
 */
export const leafHash = (event: EventLink): Buffer => {
  const { stream, revision, id, type, data, meta, recordedAt } = event;
  const position = sealedPosition(event);
  const fields = [position, stream, String(revision), id, type, data, meta, recordedAt];
  return sha256(frame(LEAF, fields));
};

/**
 * Returns the first event of an ordered run whose hash does not follow from the event before it, or undefined when
 * all do.
 */
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
