import { hash } from 'node:crypto';
import type { Recorded } from '#/ledger/event-store.ts';
import { sealedPosition, sha256 } from './hash.ts';

export interface DerivedHashes {
  readonly content: string;
  readonly leaf: Buffer;
  /** Undefined when the hash of the previous event is not known. */
  readonly chain: string | undefined;
}

/** Bytes before the position in the preimage of a chained hash: the tag, and the previous hash after its length. */
const BEFORE = 1 + 4 + 64;
const LEAF_TAG = 0x00;
const CONTENT_TAG = 0x00;
const LINK_TAG = 0x02;

/** UTF-8 needs at most three bytes for each UTF-16 unit of a string. */
const WIDEST = 3;

/** Computes the three hashes of an event at once; for speed, it encodes the fields once. */
export class HashAgain {
  #link = Buffer.allocUnsafe(1 << 16);
  #content = Buffer.allocUnsafe(1 << 16);

  of(event: Recorded, v: number, previous: string | undefined): DerivedHashes {
    const { position, sealedAs = '', stream, revision, id, type, data, meta, recordedAt } = event;
    this.#makeRoom(position, sealedAs, stream, id, type, data, meta, recordedAt);
    // Leaves room to write the position last: the leaf and the chained hash may have different positions.
    const streamAt = BEFORE + 4 + WIDEST * Math.max(position.length, sealedAs.length);
    const revisionAt = this.#put(stream, streamAt);
    const idAt = this.#put(String(revision), revisionAt);
    const typeAt = this.#put(id, idAt);
    const dataAt = this.#put(type, typeAt);
    const metaAt = this.#put(data, dataAt);
    const end = this.#put(recordedAt, this.#put(meta, metaAt));
    const content = this.#contentOf(v, [
      [idAt, typeAt],
      [streamAt, revisionAt],
      [typeAt, dataAt],
      [dataAt, metaAt],
    ]);
    const leafFrom = this.#putBefore(sealedPosition(event), streamAt) - 1;
    this.#link[leafFrom] = LEAF_TAG;
    const leaf = sha256(this.#link.subarray(leafFrom, end));
    return { content, leaf, chain: previous && this.#chainOf(previous, event, streamAt, end) };
  }

  #makeRoom(...fields: readonly string[]): void {
    let size = BEFORE + 512;
    for (const field of fields) size += 4 + WIDEST * field.length;
    if (size <= this.#link.length) return;
    this.#link = Buffer.allocUnsafe(size);
    this.#content = Buffer.allocUnsafe(size);
  }

  /** Writes a field after its length; returns where the next field begins. */
  #put(field: string, at: number): number {
    const length = this.#link.write(field, at + 4);
    this.#link.writeUInt32BE(length, at);
    return at + 4 + length;
  }

  /** Writes a field after its length, to end at `end`; returns where it begins. */
  #putBefore(field: string, end: number): number {
    const from = end - 4 - Buffer.byteLength(field);
    this.#put(field, from);
    return from;
  }

  #contentOf(
    v: number,
    [id, stream, type, data]: readonly (readonly [from: number, to: number])[],
  ): string {
    let end = this.#content.writeUInt8(CONTENT_TAG);
    for (const part of [id, stream, type]) end += this.#copy(part, end);
    const version = String(v);
    end = this.#content.writeUInt32BE(version.length, end);
    end += this.#content.write(version, end);
    end += this.#copy(data, end);
    return hash('sha256', this.#content.subarray(0, end), 'hex');
  }

  #copy(part: readonly [from: number, to: number] | undefined, at: number): number {
    return part === undefined ? 0 : this.#link.copy(this.#content, at, part[0], part[1]);
  }

  #chainOf(
    previous: string,
    { position, sealedAs }: Recorded,
    streamAt: number,
    fieldsEnd: number,
  ): string {
    const from = this.#putBefore(position, streamAt) - BEFORE;
    const end = sealedAs === undefined ? fieldsEnd : this.#put(sealedAs, fieldsEnd);
    const at = this.#link.writeUInt32BE(previous.length, this.#link.writeUInt8(LINK_TAG, from));
    this.#link.write(previous, at, 'latin1');
    return hash('sha256', this.#link.subarray(from, end), 'hex');
  }
}
