import pg from 'pg';
import type { EventStore, Position, Recorded, Revision } from '#/ledger/event-store.ts';
import type { StoreHealth } from './session.ts';
import { decimalPosition, ordinalOf } from '#/ledger/stores/decimal-position.ts';
import { isoTime, sessionOptions } from './session.ts';
import { StreamReads } from './stream-reads.ts';

type Row = [string, string, string, string, string, string, string, string, string];

/** Largest bigint, as text because it is no safe integer. */
const END: number | string = '9223372036854775807';

const COLUMNS = 'position, stream, revision, id, type, data, meta, recorded_at, hash';

const recorded = (row: Row): Recorded => {
  const [position, stream, revision, id, type, data, meta, recordedAt, hash] = row;
  return {
    position: decimalPosition(Number(position)),
    stream,
    revision: Number(revision),
    id,
    type,
    data,
    meta,
    recordedAt: isoTime(recordedAt),
    // Postgres prints bytes as hexadecimal behind `\x`.
    hash: hash.slice(2),
  };
};

/**
 * Reads the log on connections of its own, so that a long read never waits for the writer or the
 * other way round.
 */
export class Reader {
  readonly #pool: pg.Pool;
  readonly #streams: StreamReads;

  constructor(connectionString: string, poolSize: number, onHealth: (health: StoreHealth) => void) {
    this.#pool = new pg.Pool({ ...sessionOptions(connectionString, 'reader'), max: poolSize });
    this.#pool.on('error', (cause) => onHealth({ part: 'reader', state: 'lost', cause }));
    // One connection stays free for those who read the log.
    const width = Math.max(1, poolSize - 1);
    this.#streams = new StreamReads({ columns: COLUMNS, run: (query) => this.#read(query), width });
  }

  async stream(stream: string, from: Revision, limit: number): Promise<readonly Recorded[]> {
    if (limit === Infinity) return this.#streams.read(stream, from);
    return this.#read({
      name: 'stream part',
      text: `SELECT ${COLUMNS} FROM ledger.event WHERE stream = $1 AND revision >= $2
        ORDER BY revision LIMIT $3`,
      values: [stream, from, limit],
    });
  }

  /** Events after one ordinal, as far as another. */
  async page(after: number, limit: number, upTo = END): Promise<readonly Recorded[]> {
    return this.#read({
      name: 'page',
      text: `SELECT ${COLUMNS} FROM ledger.event WHERE position > $1 AND position <= $2
        ORDER BY position LIMIT $3`,
      values: [after, upTo, limit],
    });
  }

  async *all(options: Parameters<EventStore['readAll']>[0]): AsyncGenerator<readonly Recorded[]> {
    const { after, limit = Infinity, batchSize = 1_000, signal } = options;
    let from = ordinalOf(after);
    let left = limit;
    signal?.throwIfAborted();
    const end = ordinalOf(await this.head());
    while (from < end && left > 0) {
      const page = await this.page(from, Math.min(left, batchSize), end);
      signal?.throwIfAborted();
      const last = page.at(-1);
      if (last === undefined) return;
      yield page;
      signal?.throwIfAborted();
      from = ordinalOf(last.position);
      left -= page.length;
    }
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

  async #read(query: pg.QueryConfig): Promise<readonly Recorded[]> {
    const { rows } = await this.#pool.query<Row>({ ...query, rowMode: 'array' });
    return rows.map(recorded);
  }
}
