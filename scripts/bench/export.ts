import { pipeline } from 'node:stream/promises';
import { Readable, Writable } from 'node:stream';
import type pg from 'pg';
import copyStreams from 'pg-copy-streams';
import { csvIn } from '#/api/exports/csv.ts';
import { journalLineIn } from '#/api/exports/journal-export.ts';
import { fileTexts } from '#/api/exports/texts.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import { journal, streamJournal, type JournalLine } from '#/projections/journal.ts';
import { rebuild } from '#/projections/engine/rebuild/rebuild.ts';
import { median, roundTo, type Measure } from './measure.ts';
import { benchPool, withOwnDatabase } from './own-database.ts';
import { inOwnProcess } from './own-process.ts';

const LINES = 1_000_000;
const ROUNDS = 3;

/** A year of booked sales; filling is not measured. */
const fillJournal = async (url: string): Promise<void> => {
  const pool = benchPool(url);
  const store = createMemoryStore();
  await rebuild({ store, pool, projections: [journal] });
  await pool.query(`INSERT INTO read.journal_line
      (day, at, position, ordinal, platform_id, debit, credit, is_of_former_chart, amount, history, payment_id)
    SELECT date '2025-01-01' + (n / 2800)::int, timestamptz '2025-01-01 15:00Z' + n / 2800 * interval '1 day',
      lpad((n / 3 * 5)::text, 20, '0'), n % 3, 'demo', 'platform:demo:BRL:settling',
      'receiver:seller-' || n % 200 || ':BRL:pending', false, 1990 + n % 50000,
      'ReceivablesBooked', gen_random_uuid()
    FROM generate_series(1, ${LINES}) AS n`);
  await pool.query('VACUUM ANALYZE');
  await pool.end();
};

const nowhere = (): Writable =>
  new Writable({ highWaterMark: 1 << 16, write: (_chunk, _encoding, done) => setImmediate(done) });

async function* printCsv(lines: AsyncIterable<readonly JournalLine[]>): AsyncGenerator<string> {
  const lineOf = journalLineIn('pt');
  yield csvIn.pt.line(fileTexts.pt.journalColumns);
  for await (const batch of lines) yield batch.map(lineOf).join('');
}

const exportJournal = async (database: pg.Pool): Promise<number> => {
  const began = performance.now();
  const filters = { platformId: 'demo', from: '2025-01-01', to: '2026-12-31' };
  const batches = printCsv(streamJournal(database, filters));
  await pipeline(Readable.from(batches, { highWaterMark: 1 }), nowhere());
  return (performance.now() - began) / 1_000;
};

const copyJournal = async (pool: pg.Pool): Promise<number> => {
  const client = await pool.connect();
  const began = performance.now();
  const sql = 'COPY (SELECT * FROM read.journal_line ORDER BY day, position, ordinal) TO STDOUT';
  await pipeline(client.query(copyStreams.to(sql)), nowhere());
  client.release();
  return (performance.now() - began) / 1_000;
};

const measureAndPrint = async (url: string): Promise<void> => {
  const database = benchPool(url);
  const rounds: { readonly ours: number; readonly theirs: number }[] = [];
  const theirs = await copyJournal(database);
  const before = process.memoryUsage.rss();
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 20);
  rounds.push({ theirs, ours: await exportJournal(database) });
  clearInterval(watch);
  while (rounds.length < ROUNDS) {
    rounds.push({ theirs: await copyJournal(database), ours: await exportJournal(database) });
  }
  await database.end();
  const figures = {
    ratio: median(rounds.map((round) => round.theirs / round.ours)),
    csvSeconds: median(rounds.map(({ ours }) => ours)),
    copySeconds: median(rounds.map((round) => round.theirs)),
    grownMegabytes: (peak - before) / 1e6,
  };
  console.log(JSON.stringify(figures));
};

/** Compares the accountant's CSV of a million lines with COPY TO STDOUT of the same lines. */
export const benchExport = (databaseUrl: string): Promise<readonly Measure[]> =>
  withOwnDatabase(databaseUrl, async (url) => {
    await fillJournal(url);
    const measured = await inOwnProcess(import.meta.filename, url);
    const { ratio = Number.NaN, grownMegabytes = Number.NaN, ...seconds } = measured;
    const details = Object.fromEntries(
      Object.entries(seconds).map(([name, value]) => [name, roundTo(value)]),
    );
    return [
      {
        name: 'streamed CSV of 1,000,000 journal lines vs COPY TO STDOUT',
        value: roundTo(ratio),
        unit: '×',
        threshold: '≥ 0.25',
        ok: ratio >= 0.25,
        details,
      },
      {
        name: 'resident memory that the CSV adds',
        value: roundTo(grownMegabytes, 0),
        unit: 'MB',
        threshold: '≤ 100',
        ok: grownMegabytes <= 100,
        details,
      },
    ];
  });

if (import.meta.main) await measureAndPrint(process.argv[2] ?? '');
