import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool, PoolClient, QueryResult, QueryResultRow } from 'pg';

type Watch = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** A connection for better-auth; discarded after a failed query. */
class FailureReportingClient {
  readonly #client: PoolClient;
  readonly #watch: Watch;
  #isBroken = false;

  constructor(client: PoolClient, watch: Watch) {
    this.#client = client;
    this.#watch = watch;
  }

  query<Row extends QueryResultRow>(
    text: string,
    values: readonly unknown[],
  ): Promise<QueryResult<Row>>;
  /** Cursors are not used. */
  query(cursor: never): never;
  query(text: string, values: readonly unknown[] = []): unknown {
    const result = this.#watch(() => this.#client.query(text, [...values]));
    result.catch(() => {
      this.#isBroken = true;
    });
    return result;
  }

  release(): void {
    this.#client.release(this.#isBroken);
  }
}

/** A pool whose method `ask` throws the database failures that better-auth hides. */
export class FailureReportingPool {
  readonly #pool: Pool;
  readonly #failures = new AsyncLocalStorage<unknown[]>();
  readonly #watch: Watch = async (work) => {
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

  async connect(): Promise<FailureReportingClient> {
    return new FailureReportingClient(await this.#watch(() => this.#pool.connect()), this.#watch);
  }

  end(): Promise<void> {
    return this.#pool.end();
  }

  /** Runs `work`. @throws the first database failure during it, even if the work swallowed it */
  async ask<Result>(work: () => Promise<Result>): Promise<Result> {
    const errors: unknown[] = [];
    const [settled] = await Promise.allSettled([this.#failures.run(errors, work)]);
    if (errors.length > 0) throw errors[0];
    if (settled.status === 'rejected') throw settled.reason;
    return settled.value;
  }
}
