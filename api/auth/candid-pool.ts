import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool, PoolClient, QueryResult, QueryResultRow } from 'pg';

type Note = <Answer>(work: () => Promise<Answer>) => Promise<Answer>;

/** One connection, as better-auth uses it; a broken one is not used again. */
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
 * better-auth keeps to itself what its database said: it answers 500, or that nobody is signed in, or that a session has
 * ended which it could not delete. This pool tells.
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

  /** The work's answer. @throws what the database said, if it failed, whatever the work made of it */
  async ask<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    const said: unknown[] = [];
    const [settled] = await Promise.allSettled([this.#failures.run(said, work)]);
    if (said.length > 0) throw said[0];
    if (settled.status === 'rejected') throw settled.reason;
    return settled.value;
  }
}
