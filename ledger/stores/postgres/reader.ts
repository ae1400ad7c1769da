import { setImmediate as turn } from 'node:timers/promises';
import type pg from 'pg';
import type { EventStore, Position, Recorded, Revision } from '#/ledger/event-store.ts';
import { requireStreamName } from '#/ledger/event-store.ts';
import type { StoreHealth } from '#/ledger/stores/store-health.ts';
import { decimalPosition, ordinalOf } from '#/ledger/stores/decimal-position.ts';
import { copyEvents, parseCopied } from './copied-events.ts';
import type { KnownCopy } from './known-copy.ts';
import { isoTime, sessionOptions } from './session.ts';
import { createStreamReads } from './stream-reads.ts';

type Row = [
  ...[string, string, string, string, string, string, string, string, string],
  Position | null,
];

/** Largest bigint, as text because it is no safe integer. */
const END: number | string = '9223372036854775807';

/** Events per COPY when the whole log is read: about 4 MB. */
const SPAN = 4_000;

const COLUMNS = 'position, stream, revision, id, type, data, meta, recorded_at, hash, sealed_as';

const recordedOf = (row: Row): Recorded => {
  const [position, stream, revision, id, type, data, meta, recordedAt, hash, sealedAs] = row;
  return {
    position: decimalPosition(Number(position)),
    stream,
    revision: Number(revision),
    id,
    type,
    data,
    meta,
    recordedAt: isoTime(recordedAt),
    // Postgres prints bytes as `\x` and hexadecimal digits.
    hash: hash.slice(2),
    ...(sealedAs !== null && { sealedAs }),
  };
};

interface ReaderOptions {
  readonly connectionString: string;
  readonly poolSize: number;
  readonly copy: KnownCopy;
  readonly onHealth: (health: StoreHealth) => void;
}

/** Reads the log. A long read must not delay the writer, so the reader has connections of its own. */
export class Reader {
  readonly #pool: pg.Pool;
  readonly #knownCopy: KnownCopy;
  readonly #readStream: ReturnType<typeof createStreamReads>;

  constructor(options: ReaderOptions) {
    const { connectionString, poolSize, copy, onHealth } = options;
    this.#knownCopy = copy;
    this.#pool = copy.openPool({ ...sessionOptions(connectionString, 'reader'), max: poolSize });
    this.#pool.on('error', (cause) => onHealth({ part: 'reader', state: 'lost', cause }));
    // One connection stays free for reads of the whole log.
    const width = Math.max(1, poolSize - 1);
    const run = (query: pg.QueryConfig) => this.#read(query);
    this.#readStream = createStreamReads({ columns: COLUMNS, run, width });
  }

  async stream(stream: string, from: Revision, limit: number): Promise<readonly Recorded[]> {
    requireStreamName(stream);
    const note = this.#knownCopy.beginRead();
    return note(await this.#readStream({ stream, from, to: from + limit }));
  }

  async page(after: number, limit: number, upTo = END): Promise<readonly Recorded[]> {
    const note = this.#knownCopy.beginRead();
    const events = await this.#read({
      name: 'page',
      text: `SELECT ${COLUMNS} FROM ledger.event WHERE position > $1 AND position <= $2
        ORDER BY position LIMIT $3`,
      values: [after, upTo, limit],
    });
    return note(events);
  }

  /** Fetches the next span by COPY while the current one is consumed. */
  async *all(options: Parameters<EventStore['readAll']>[0]): AsyncGenerator<readonly Recorded[]> {
    const { after, limit = Infinity, batchSize = 1_000, signal } = options;
    let from = ordinalOf(after);
    signal?.throwIfAborted();
    const note = this.#knownCopy.beginRead();
    const end = Math.min(ordinalOf(await this.head()), from + limit);
    const begin = (): Promise<Buffer> | undefined => {
      if (from >= end) return undefined;
      const span = this.#copy(from, Math.min(from + SPAN, end));
      // If the consumer stops early, a failure of this span must not become an unhandled rejection.
      span.catch(() => undefined);
      from += SPAN;
      return span;
    };
    for (let span = begin(); span !== undefined;) {
      const bytes = await span;
      span = begin();
      // `turn` lets the request for the next span be sent, which a busy consumer would otherwise prevent.
      for (const batch of parseCopied(bytes, batchSize)) {
        await turn();
        signal?.throwIfAborted();
        yield note(batch);
      }
    }
    signal?.throwIfAborted();
    // Throws if another copy of the log has taken over: a part must not look like the whole.
    note([]);
  }

  async head(): Promise<Position | undefined> {
    const { rows } = await this.#pool.query<[string]>({
      name: 'head',
      rowMode: 'array',
      text: 'SELECT position FROM ledger.event ORDER BY position DESC LIMIT 1',
    });
    const last = rows[0]?.[0];
    return last === undefined ? undefined : decimalPosition(Number(last));
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  async #copy(after: number, upTo: number): Promise<Buffer> {
    const client = await this.#pool.connect();
    let failure: Error | undefined;
    try {
      return await copyEvents(client, { after, upTo });
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error));
      throw error;
    } finally {
      client.release(failure);
    }
  }

  async #read(query: pg.QueryConfig): Promise<readonly Recorded[]> {
    const { rows } = await this.#pool.query<Row>({ ...query, rowMode: 'array' });
    return rows.map(recordedOf);
  }
}
