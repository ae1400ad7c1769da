import { z } from 'zod';
import type { Position } from '#/ledger/event-store.ts';
import type { Queryable } from '#/projections/engine/define/query.ts';
import { getSellerBalance } from '#/projections/seller-balance.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import {
  replicatedPostgres,
  type ReplicatedPostgres,
  type Standby,
} from '#/scripts/testing/replicated-postgres.ts';
import { readFresh } from '#/api/reads/freshness.ts';
import { createReplicas, type Replicas } from '#/api/reads/replicas.ts';
import { createMetrics } from '#/api/operations/metrics.ts';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import { fund } from '#/api/testing/fund.ts';
import { people } from '#/api/testing/people.ts';

const { sellerId } = people.ana;
const places = ['primary', 'replica-1', 'replica-2'] as const;
type Place = (typeof places)[number];

const balanceAnswer = z.object({ available: z.number(), position: z.string() });

/** An API on a Postgres with two replicas, and a seller whose balance is read from them. */
export class ReplicatedReads {
  readonly world: ApiWorld;
  readonly first: Standby;
  readonly second: Standby;
  readonly #postgres: ReplicatedPostgres;
  #owned = 0;

  private constructor(
    postgres: ReplicatedPostgres,
    world: ApiWorld,
    first: Standby,
    second: Standby,
  ) {
    this.#postgres = postgres;
    this.world = world;
    this.first = first;
    this.second = second;
  }

  static async open(): Promise<ReplicatedReads> {
    const postgres = await replicatedPostgres(2);
    try {
      const [first, second] = postgres.standbys;
      if (!first || !second) throw new Error('two were asked for');
      const world = await apiWorld({
        database: { url: postgres.url, drop: async () => undefined },
        replicas: { urls: [first.url, second.url], tickMs: 200 },
      });
      return new ReplicatedReads(postgres, world, first, second);
    } catch (error) {
      await postgres.stop();
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.world.close();
    await this.#postgres.stop();
  }

  /** The money that `earn` gave the seller, in cents. */
  get owned(): number {
    return this.#owned;
  }

  /** @returns how many reads the primary, the first and the second replica answered during `work` */
  async answeredDuring(work: () => Promise<unknown>): Promise<readonly number[]> {
    const before = await this.#answered();
    await work();
    const after = await this.#answered();
    return places.map((place) => after[place] - before[place]);
  }

  async balance(after?: string) {
    const query = after === undefined ? '' : `?after=${after}`;
    const path = `/api/seller.getBalance${query}`;
    const { status, body, text } = await this.world.get(path, { as: 'ana' });
    if (status !== 200) throw new Error(`${status}: ${text}`);
    return balanceAnswer.parse(body);
  }

  async balances(times: number) {
    return Promise.all(Array.from({ length: times }, () => this.balance()));
  }

  async head(): Promise<Position> {
    const position = await this.world.store.head();
    if (position === undefined) throw new Error('the log is empty');
    return position;
  }

  /** Adds a sale's money. @returns the position from which it is visible */
  async earn(): Promise<Position> {
    this.#owned += 100;
    await fund(this.world, people.ana, 100);
    return this.head();
  }

  /** Reads until the API uses these replicas. */
  inUse(...names: readonly string[]): Promise<true> {
    return eventually(
      async () => {
        await this.balance();
        const leftOut = this.world.services.replicas.listExcluded();
        return names.every((name) => leftOut.get(name) === undefined) || undefined;
      },
      `${names.join(' and ')} in use`,
    );
  }

  /** Reads until the API excludes the replica for this reason. */
  leftOutAs(name: string, reason: string): Promise<true> {
    return eventually(async () => {
      await this.balance();
      return this.world.services.replicas.listExcluded().get(name) === reason || undefined;
    }, `${name} is ${reason}`);
  }

  /** Returns replicas without periodic checks, so that none is excluded as too far behind. */
  async slow(answerMs = 20_000): Promise<Replicas> {
    const { database: primary, projections, logger } = this.world.services;
    const urls = this.#postgres.standbys.map(({ url }) => url);
    const metrics = createMetrics();
    const reading = { primary, projections, metrics, logger };
    const options = { urls, ...reading, answerMs, tickMs: 3_600_000 };
    const replicas = createReplicas(options);
    await this.balance(await this.head());
    for (const standby of this.#postgres.standbys) await standby.catchUp();
    await eventually(async () => {
      await this.readBalance(replicas);
      return [...replicas.listExcluded().values()].every((why) => why === undefined) || undefined;
    }, 'both replicas are in use');
    return replicas;
  }

  readBalance(replicas: Replicas, read?: (database: Queryable) => Promise<number>) {
    const parts = { ...this.world.services, replicas };
    return readFresh(parts, ['seller-balance'], undefined, async (database) => {
      if (read) return read(database);
      return (await getSellerBalance(database, sellerId))?.available;
    });
  }

  pauseBoth() {
    return Promise.all([this.first.pauseReplay(), this.second.pauseReplay()]);
  }

  resumeBoth() {
    return Promise.all([this.first.resumeReplay(), this.second.resumeReplay()]);
  }

  async #answered(): Promise<Readonly<Record<Place, number>>> {
    const { values } = await this.world.services.metrics.readModelReads.get();
    const countOf = (place: Place) =>
      values.find(({ labels }) => labels.place === place)?.value ?? 0;
    return {
      primary: countOf('primary'),
      'replica-1': countOf('replica-1'),
      'replica-2': countOf('replica-2'),
    };
  }
}
