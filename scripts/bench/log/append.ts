import pg from 'pg';
import type { EventStore } from '#/ledger/event-store.ts';
import type { Measure } from '#/scripts/bench/measure.ts';
import { makeEvent } from './append-event.ts';
import { openPostgresStore } from '#/ledger/stores/postgres.ts';
import { median, quantile, roundTo } from '#/scripts/bench/measure.ts';
import { withOwnDatabase } from '#/scripts/bench/own-database.ts';

const WARM_UP_MS = 500;
const WINDOW_MS = 2_000;
const ROUNDS = 3;

export interface Contender {
  readonly append: () => Promise<unknown>;
  readonly close: () => Promise<void>;
}

export type OpenContender = (url: string, writers: number) => Promise<Contender>;

/** Appends to a new stream each time. */
export const createAppender = (store: EventStore, make = makeEvent): Contender => ({
  append: () => {
    const { stream, ...event } = make();
    return store.append(stream, [event], { expected: 'no_stream' });
  },
  close: () => store.close(),
});

export const group: OpenContender = async (url) =>
  createAppender(await openPostgresStore({ connectionString: url }));

/** The simplest alternative: one INSERT of the same row. @param prepared whether it is a prepared statement */
const createSingleInsert =
  (prepared: boolean): OpenContender =>
  async (url, writers) => {
    const pool = new pg.Pool({ connectionString: url, max: writers });
    // Dropping the database breaks idle connections.
    pool.on('error', () => undefined);
    await pool.query(`CREATE TABLE event (
      position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, revision bigint NOT NULL,
      recorded_at timestamptz(3) NOT NULL, id uuid NOT NULL UNIQUE, stream text COLLATE "C" NOT NULL,
      type text COLLATE "C" NOT NULL, data json NOT NULL, meta json NOT NULL, hash bytea NOT NULL,
      UNIQUE (stream, revision))`);
    const hash = Buffer.alloc(32);
    return {
      append: () => {
        const { id, stream, type, data, meta } = makeEvent();
        return pool.query({
          ...(prepared && { name: 'append' }),
          text: `INSERT INTO event (revision, recorded_at, id, stream, type, data, meta, hash)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
          values: [0, new Date().toISOString(), id, stream, type, data, meta, hash],
        });
      },
      close: () => pool.end(),
    };
  };

const writeCheckpoint = async (url: string): Promise<void> => {
  const client = new pg.Client(url);
  await client.connect();
  await client.query('CHECKPOINT');
  await client.end();
};

export interface Pace {
  readonly perSecond: number;
  /** Latencies in milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

/** Measures a contender. Each writer appends again as soon as it is answered. */
export const drive = async ({ append }: Contender, writers: number): Promise<Pace> => {
  const begin = performance.now() + WARM_UP_MS;
  const end = begin + WINDOW_MS;
  const latencies: number[] = [];
  const write = async (): Promise<void> => {
    for (;;) {
      const sent = performance.now();
      if (sent >= end) return;
      await append();
      if (sent >= begin) latencies.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: writers }, write));
  return {
    perSecond: (latencies.length * 1_000) / WINDOW_MS,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
  };
};

export const driveIn = async (url: string, open: OpenContender, writers: number): Promise<Pace> => {
  const contender = await open(url, writers);
  await writeCheckpoint(url);
  const pace = await drive(contender, writers);
  await contender.close();
  return pace;
};

/** Each turn has its own database, so that no contender is slowed by another's rows. */
const turn = (databaseUrl: string, open: OpenContender, writers: number): Promise<Pace> =>
  withOwnDatabase(databaseUrl, (url) => driveIn(url, open, writers));

interface Round {
  readonly ours: Pace;
  readonly insert: Pace;
  readonly prepared: Pace;
}

const race = async (
  databaseUrl: string,
  writers: number,
): Promise<(figure: (round: Round) => number) => number> => {
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const insert = await turn(databaseUrl, createSingleInsert(false), writers);
    const ours = await turn(databaseUrl, group, writers);
    const prepared = await turn(databaseUrl, createSingleInsert(true), writers);
    rounds.push({ ours, insert, prepared });
  }
  return (figure) => roundTo(median(rounds.map(figure)), 3);
};

const detailsOf = (middle: (figure: (round: Round) => number) => number) => ({
  appendsPerSecond: middle(({ ours }) => ours.perSecond),
  appendP50Ms: middle(({ ours }) => ours.p50),
  appendP99Ms: middle(({ ours }) => ours.p99),
  insertsPerSecond: middle(({ insert }) => insert.perSecond),
  insertP50Ms: middle(({ insert }) => insert.p50),
  insertP99Ms: middle(({ insert }) => insert.p99),
  preparedInsertsPerSecond: middle(({ prepared }) => prepared.perSecond),
  preparedInsertP50Ms: middle(({ prepared }) => prepared.p50),
});

/** Compares durable, chained appends with one INSERT per event, in turns on the same server. */
export const benchAppend = async (databaseUrl: string): Promise<Measure[]> => {
  const many = await race(databaseUrl, 64);
  const one = await race(databaseUrl, 1);
  const throughput = many(({ ours, insert }) => ours.perSecond / insert.perSecond);
  const latency = one(({ ours, insert }) => ours.p50 / insert.p50);
  return [
    {
      name: 'append at 64 writers, durable, hash chain on, vs one INSERT per event at 64',
      value: throughput,
      unit: '×',
      threshold: '≥ 2.0',
      ok: throughput >= 2,
      details: detailsOf(many),
    },
    {
      name: 'append at 1 writer, p50, vs the same single INSERT',
      value: latency,
      unit: '×',
      threshold: '≤ 1.15',
      ok: latency <= 1.15,
      details: detailsOf(one),
    },
  ];
};
