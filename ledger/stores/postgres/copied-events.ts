import type { PoolClient } from 'pg';
import copyStreams from 'pg-copy-streams';
import type { Position, Recorded } from '#/ledger/event-store.ts';
import { decimalPosition } from '#/ledger/stores/decimal-position.ts';

/** The numbers first: they are found without reading what comes before them. */
const COLUMNS =
  'position, revision, recorded_at, hash, id::text, type, stream, meta, data, sealed_as';

/** Bytes before the first row: a signature, flags and the length of an extension that is never there. */
const HEADER = 19;

/** In place of the length of a field that is NULL. */
const NULL = -1;

/** In place of a row's number of fields, when no row follows. */
const TRAILER = -1;

/** 2000-01-01, from which Postgres counts, in milliseconds of Unix. */
const POSTGRES_EPOCH = 946_684_800_000;

/** pg limits the time of every query and takes the limit back in its callback, which nobody else calls of a COPY. */
type CopyStream = ReturnType<typeof copyStreams.to> & { readonly callback?: () => void };

/**
 * Events after one ordinal, as far as another, as COPY sends them (Postgres manual, COPY, *Binary Format*): bytes outside
 * the heap, of which `parseCopied` makes events as they are wanted. Binary, because printing and escaping as text costs
 * Postgres half as much again.
 */
export const copyEvents = async (
  client: PoolClient,
  { after, upTo }: { readonly after: number; readonly upTo: number },
): Promise<Buffer> => {
  const range = `position > ${after} AND position <= ${upTo}`;
  const rows = `SELECT ${COLUMNS} FROM ledger.event WHERE ${range} ORDER BY position`;
  const chunks: Buffer[] = [];
  const stream: CopyStream = copyStreams.to(`COPY (${rows}) TO STDOUT (FORMAT binary)`);
  for await (const chunk of client.query(stream)) chunks.push(chunk);
  stream.callback?.();
  return Buffer.concat(chunks);
};

/** Reads fields one after the other, each behind its length in four bytes. */
class Fields {
  readonly #bytes: Buffer;
  #at = HEADER;
  #timeAt = Number.NaN;
  #time = '';

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Whether a row follows; its fields are next. */
  row(): boolean {
    if (this.#at >= this.#bytes.length) return false;
    const fields = this.#bytes.readInt16BE(this.#at);
    this.#at += 2;
    return fields !== TRAILER;
  }

  /** A bigint that is a safe integer. */
  number(): number {
    const from = this.#at + 4;
    this.#at = from + 8;
    return this.#bytes.readInt32BE(from) * 4_294_967_296 + this.#bytes.readUInt32BE(from + 4);
  }

  /** A timestamptz as ISO 8601 UTC with milliseconds. Events come many to a millisecond. */
  time(): string {
    const microseconds = this.number();
    if (microseconds !== this.#timeAt) {
      this.#timeAt = microseconds;
      this.#time = new Date(POSTGRES_EPOCH + microseconds / 1_000).toISOString();
    }
    return this.#time;
  }

  /** Whether the next field is NULL, which is passed over then. */
  isNull(): boolean {
    if (this.#bytes.readInt32BE(this.#at) !== NULL) return false;
    this.#at += 4;
    return true;
  }

  text(encoding: 'hex' | 'latin1' | 'utf8'): string {
    const from = this.#at + 4;
    this.#at = from + this.#bytes.readInt32BE(this.#at);
    return this.#bytes.toString(encoding, from, this.#at);
  }
}

/** The next row. Native events have no `sealedAs` at all, rather than an undefined one. */
const eventOf = (fields: Fields): Recorded => {
  const position = decimalPosition(fields.number());
  const revision = fields.number();
  const recordedAt = fields.time();
  const hash = fields.text('hex');
  const id = fields.text('latin1');
  const type = fields.text('utf8');
  const stream = fields.text('utf8');
  const meta = fields.text('utf8');
  const data = fields.text('utf8');
  const event = { position, stream, revision, id, type, data, meta, recordedAt, hash };
  return fields.isNull() ? event : { ...event, sealedAs: fields.text('latin1') as Position };
};

/** Batches of the events in what `copyEvents` brought. */
export function* parseCopied(bytes: Buffer, batchSize: number): Generator<readonly Recorded[]> {
  const fields = new Fields(bytes);
  let batch: Recorded[] = [];
  while (fields.row()) {
    batch.push(eventOf(fields));
    if (batch.length === batchSize) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}
