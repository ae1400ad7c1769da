import type pg from 'pg';
import { isDatabaseAway } from '#/ledger/database-away.ts';
import type { Recorded, Revision } from '#/ledger/event-store.ts';
import { textArray } from './text-array.ts';

interface Read {
  readonly stream: string;
  readonly from: Revision;
  readonly answer: PromiseWithResolvers<readonly Recorded[]>;
}

const MOST_TOGETHER = 200;

/** Runs a query whose rows begin with the columns of an event. */
export type RunQuery = (query: pg.QueryConfig) => Promise<readonly Recorded[]>;

/**
 * Reads streams in batches, as appends are: reads requested while all connections are busy form the next query. A
 * purchase reads a dozen streams, and under load a round trip costs more than a row.
 */
export class StreamReads {
  readonly #columns: string;
  readonly #run: RunQuery;
  readonly #width: number;
  #queue: Read[] = [];
  #running = 0;
  #isWaking = false;

  constructor(options: {
    readonly columns: string;
    readonly run: RunQuery;
    readonly width: number;
  }) {
    this.#columns = options.columns;
    this.#run = options.run;
    this.#width = options.width;
  }

  /** Returns all events of a stream from a revision on, read after this call. */
  read(stream: string, from: Revision): Promise<readonly Recorded[]> {
    const answer = Promise.withResolvers<readonly Recorded[]>();
    this.#queue.push({ stream, from, answer });
    this.#wake();
    return answer.promise;
  }

  /** Batches the reads of one turn of the event loop. */
  #wake(): void {
    if (this.#isWaking || this.#running >= this.#width) return;
    this.#isWaking = true;
    queueMicrotask(() => {
      this.#isWaking = false;
      void this.#next();
    });
  }

  async #next(): Promise<void> {
    const batch = this.#queue.splice(0, MOST_TOGETHER);
    if (batch.length === 0) return;
    this.#running += 1;
    if (this.#queue.length > 0) this.#wake();
    await this.#answer(batch);
    this.#running -= 1;
    this.#wake();
  }

  /** Splits a batch that the database refuses in halves and retries them, so that one bad read fails alone. */
  async #answer(batch: readonly Read[]): Promise<void> {
    try {
      const events = await this.#run(this.#queryOf(batch));
      const byStream = Map.groupBy(events, ({ stream }) => stream);
      for (const { stream, from, answer } of batch) {
        const found = byStream.get(stream) ?? [];
        answer.resolve(found.filter(({ revision }) => revision >= from));
      }
    } catch (error) {
      if (batch.length > 1 && !isDatabaseAway(error)) {
        const half = Math.ceil(batch.length / 2);
        await this.#answer(batch.slice(0, half));
        await this.#answer(batch.slice(half));
      } else for (const { answer } of batch) answer.reject(error);
    }
  }

  #queryOf(batch: readonly Read[]): pg.QueryConfig {
    const [first] = batch;
    if (batch.length === 1 && first !== undefined) {
      const { stream, from } = first;
      return {
        name: 'stream',
        text: `SELECT ${this.#columns} FROM ledger.event WHERE stream = $1 AND revision >= $2
          ORDER BY revision`,
        values: [stream, from],
      };
    }
    // A stream that was requested twice is read once, from the earlier revision.
    const wanted = new Map<string, Revision>();
    for (const { stream, from } of batch) {
      wanted.set(stream, Math.min(from, wanted.get(stream) ?? from));
    }
    return {
      name: 'streams',
      // ORDER BY keeps the inner query an index look-up per stream, however many rows the planner expects.
      text: `SELECT ${this.#columns} FROM unnest($1::text[], $2::bigint[]) AS wanted(name, first),
        LATERAL (SELECT * FROM ledger.event WHERE stream = name AND revision >= first
          ORDER BY revision) AS event`,
      values: [textArray([...wanted.keys()]), [...wanted.values()]],
    };
  }
}
