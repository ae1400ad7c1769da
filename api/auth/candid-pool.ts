import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool, PoolClient, QueryResult, QueryResultRow } from 'pg';

type Note = <Answer>(work: () => Promise<Answer>) => Promise<Answer>;

/** A connection with the methods better-auth uses; discarded on release after any failed query. */
class CandidClient {
  readonly #client: PoolClient;
  readonly #note: Note;
  #isBroken = false;

  constructor(client: PoolClient, note: Note) {
    this.#client = client;
    this.#note = note;
  }

  query<Row extends QueryResultRow>(
    text: string,
    values: readonly unknown[],
  ): Promise<QueryResult<Row>>;
  /** Cursors are not used. */
  query(cursor: never): never;
  query(text: string, values: readonly unknown[] = []): unknown {
    const asked = this.#note(() => this.#client.query(text, [...values]));
    asked.catch(() => {
      this.#isBroken = true;
    });
    return asked;
  }

  release(): void {
    this.#client.release(this.#isBroken);
  }
}

/**
 * Throws database failures that better-auth hides (`ask`). On such a failure better-auth itself answers 500, or that no one is signed in,
 * or that a session has ended although its deletion failed.
 */
export class CandidPool {
  readonly #pool: Pool;
  readonly #failures = new AsyncLocalStorage<unknown[]>();
  readonly #note: Note = async (work) => {
    try {
      return await work();
    } catch (error) {
      this.#failures.getStore()?.push(error);
      throw error;
    }
  };

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async connect(): Promise<CandidClient> {
    return new CandidClient(await this.#note(() => this.#pool.connect()), this.#note);
  }

  end(): Promise<void> {
    return this.#pool.end();
  }

  /** Runs `work`. @throws the first database failure during it, even if the work swallowed it */
  async ask<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    const errors: unknown[] = [];
    const [settled] = await Promise.allSettled([this.#failures.run(errors, work)]);
    if (errors.length > 0) throw errors[0];
    if (settled.status === 'rejected') throw settled.reason;
    return settled.value;
  }
}
