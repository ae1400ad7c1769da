import type { PoolClient } from 'pg';
import copyStreams from 'pg-copy-streams';
import type { Position, Recorded } from '#/ledger/event-store.ts';
import { decimalPosition } from '#/ledger/stores/decimal-position.ts';

/** `eventOf` reads the columns of a row in this order. */
const COLUMNS =
  'position, revision, recorded_at, hash, id::text, type, stream, meta, data, sealed_as';

/** Bytes before the first row: a signature, flags and the length of an empty header extension. */
const HEADER = 19;

/** Stands in place of the length of a field that is NULL. */
const NULL = -1;

/** Stands in place of a row's number of fields, after the last row. */
const TRAILER = -1;

/** The moment from which Postgres counts time, 2000-01-01, in Unix milliseconds. */
const POSTGRES_EPOCH = 946_684_800_000;

/** pg clears its timeout of a query in this callback, but does not call it for a COPY. */
type CopyStream = ReturnType<typeof copyStreams.to> & { readonly callback?: () => void };

/** Reads rows of events by COPY, in its binary format (Postgres manual, COPY, *Binary Format*), which takes Postgres less time than text. */
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

/** Reads the fields of the rows. Each field follows its length in four bytes. */
class Fields {
  readonly #bytes: Buffer;
  #at = HEADER;
  #timeAt = Number.NaN;
  #time = '';

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Whether a row follows; moves to its first field. */
  row(): boolean {
    if (this.#at >= this.#bytes.length) return false;
    const fields = this.#bytes.readInt16BE(this.#at);
    this.#at += 2;
    return fields !== TRAILER;
  }

  number(): number {
    const from = this.#at + 4;
    this.#at = from + 8;
    return this.#bytes.readInt32BE(from) * 4_294_967_296 + this.#bytes.readUInt32BE(from + 4);
  }

  /** ISO 8601 UTC with milliseconds. Caches the last one, because many events share a millisecond. */
  time(): string {
    const microseconds = this.number();
    if (microseconds !== this.#timeAt) {
      this.#timeAt = microseconds;
      this.#time = new Date(POSTGRES_EPOCH + microseconds / 1_000).toISOString();
    }
    return this.#time;
  }

  /** Whether the next field is NULL; skips it if so. */
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

/** An event that was not moved has no member `sealedAs`. */
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
