import type pg from 'pg';
import { decode, type RecordedEvent } from '#/ledger/codec.ts';
import { Generation } from '#/projections/engine/run/generation.ts';
import { tablesIn } from '#/projections/engine/tables/postgres.ts';
import { rebuild } from '#/projections/engine/rebuild/rebuild.ts';
import { sellerBalance } from '#/projections/seller-balance.ts';
import { openPostgresStore } from '#/ledger/stores/postgres.ts';
import { writeBusinessLog } from './business-log.ts';
import { median, roundTo, type Measure } from './measure.ts';
import { benchPool, withOwnDatabase } from './own-database.ts';

const EVENTS = 200_000;
const ONE_BY_ONE = 1_000;
const BATCH = 2_000;
const ROUNDS = 3;

/** Returns the events of sellers' accounts, from which the balances are made. */
const readAccountEvents = async (url: string): Promise<readonly RecordedEvent[]> => {
  const store = await openPostgresStore({ connectionString: url });
  const events: RecordedEvent[] = [];
  for await (const batch of store.readAll({})) {
    events.push(...batch.filter(({ stream }) => stream.startsWith('account-')).map(decode));
  }
  await store.close();
  return events;
};

const emptyGeneration = async (url: string): Promise<{ pool: pg.Pool; balance: Generation }> => {
  const pool = benchPool(url);
  const store = await openPostgresStore({ connectionString: url });
  await rebuild({ store, pool, projections: [sellerBalance] });
  await store.close();
  return {
    pool,
    balance: new Generation(tablesIn(pool), sellerBalance, { generation: 1, position: '' }),
  };
};

const foldAll = async (balance: Generation, events: readonly RecordedEvent[]): Promise<number> => {
  const began = performance.now();
  for (let from = 0; from < events.length; from += BATCH) {
    const batch = events.slice(from, from + BATCH);
    const last = batch.at(-1);
    if (last !== undefined) await balance.apply(batch, last.position);
  }
  return (events.length * 1_000) / (performance.now() - began);
};

/** The simplest alternative: one transaction for each event. */
const foldOneByOne = async (pool: pg.Pool, events: readonly RecordedEvent[]): Promise<number> => {
  await pool.query(`CREATE TABLE IF NOT EXISTS naive (seller_id text PRIMARY KEY, amount bigint);
    CREATE TABLE IF NOT EXISTS naive_checkpoint (position text)`);
  await pool.query("INSERT INTO naive_checkpoint VALUES ('')");
  const client = await pool.connect();
  const began = performance.now();
  for (const { aggregateId: subject, position } of events) {
    await client.query('BEGIN');
    const read = 'SELECT amount FROM naive WHERE seller_id = $1 FOR UPDATE';
    const { rows } = await client.query<{ amount: string }>(read, [subject]);
    await client.query(
      `INSERT INTO naive VALUES ($1, $2) ON CONFLICT (seller_id) DO UPDATE SET amount = excluded.amount`,
      [subject, Number(rows[0]?.amount ?? 0) + 1],
    );
    await client.query('UPDATE naive_checkpoint SET position = $1', [position]);
    await client.query('COMMIT');
  }
  const perSecond = (events.length * 1_000) / (performance.now() - began);
  client.release();
  return perSecond;
};

/** Compares balances updated in batches with one transaction for each event. */
export const benchProjections = (databaseUrl: string): Promise<readonly Measure[]> =>
  withOwnDatabase(databaseUrl, async (logUrl) => {
    await writeBusinessLog(logUrl, EVENTS);
    const events = await readAccountEvents(logUrl);
    const rounds: { readonly ours: number; readonly theirs: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const figures = await withOwnDatabase(databaseUrl, async (url) => {
        const { pool, balance } = await emptyGeneration(url);
        const theirs = await foldOneByOne(pool, events.slice(0, ONE_BY_ONE));
        const ours = await foldAll(balance, events);
        await pool.end();
        return { ours, theirs };
      });
      rounds.push(figures);
    }
    const times = median(rounds.map(({ ours, theirs }) => ours / theirs));
    return [
      {
        name: 'applying events to the balance read model vs one transaction per event',
        value: roundTo(times, 0),
        unit: '×',
        threshold: '≥ 100',
        ok: times >= 100,
        details: {
          eventsPerSecond: roundTo(median(rounds.map(({ ours }) => ours)), 0),
          oneByOnePerSecond: roundTo(median(rounds.map(({ theirs }) => theirs)), 0),
          events: events.length,
        },
      },
    ];
  });
