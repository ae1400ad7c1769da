import { randomBytes } from 'node:crypto';
import { loadApart } from '#/api/reads/load-apart.ts';
import { readSealKey } from '#/ledger/audit/seal.ts';
import { startSealer } from '#/ledger/audit/sealer.ts';
import { openSealTable } from '#/ledger/audit/postgres-seal-table.ts';
import { openPostgresStore } from '#/ledger/stores/postgres.ts';
import { rebuild } from '#/projections/engine/rebuild/rebuild.ts';
import { projections } from '#/projections/registry.ts';
import { verifyRecord } from '#/scripts/record/verify-record.ts';
import { waitUntil } from '#/scripts/launch/wait-until.ts';
import { writeBusinessLog } from '#/scripts/bench/business-log.ts';
import { roundTo, type Measure } from '#/scripts/bench/measure.ts';
import { benchPool, withOwnDatabase } from '#/scripts/bench/own-database.ts';
import { inOwnProcess, peakMegabytes } from '#/scripts/bench/own-process.ts';

const EVENTS = 1_000_000;
const TEN_MINUTES = 600_000;

/** Seals the log as the product does, and builds the read models. */
const prepare = async (url: string): Promise<void> => {
  await writeBusinessLog(url, EVENTS);
  const store = await openPostgresStore({ connectionString: url });
  const pool = benchPool(url);
  const key = readSealKey(randomBytes(32).toString('base64'));
  const fail = (error: unknown): void => console.error(error);
  const now = () => new Date().toISOString();
  const table = await openSealTable(pool);
  const sealer = await startSealer({ store, table, key, now, onFailure: fail });
  const isSealed = async () =>
    Number((await table.lastSeal())?.to ?? 0) >= EVENTS ? true : undefined;
  await waitUntil(isSealed, { timeoutMs: TEN_MINUTES });
  await sealer.stop();
  await rebuild({ store, pool, load: loadApart({ databaseUrl: url }), projections });
  await Promise.all([store.close(), pool.end()]);
};

/** The work of `npm run verify -- --deep`, and the same without the read models. */
const measureAndPrint = async (url: string): Promise<void> => {
  const store = await openPostgresStore({ connectionString: url });
  const pool = benchPool(url);
  const table = await openSealTable(pool);
  const timeVerify = async (isDeep: boolean) => {
    const began = performance.now();
    const deep = isDeep ? { projections, load: loadApart({ databaseUrl: url }) } : undefined;
    const { signal } = new AbortController();
    const { log, faults, unread } = await verifyRecord({ store, pool, table, deep, signal });
    const fits = log.finding === null && faults.length + unread.length === 0;
    return { seconds: (performance.now() - began) / 1_000, fits, ...log };
  };
  const deep = await timeVerify(true);
  const log = await timeVerify(false);
  await Promise.all([store.close(), pool.end()]);
  const figures = {
    eventsPerSecond: deep.events / deep.seconds,
    seconds: deep.seconds,
    fits: deep.fits && log.fits ? 1 : 0,
    seals: deep.seals,
    logAloneEventsPerSecond: log.events / log.seconds,
    peakMegabytes: peakMegabytes(),
  };
  console.log(JSON.stringify(figures));
};

/** Measures the verification of a million sealed events, with every read model derived again. */
export const benchVerify = (databaseUrl: string): Promise<readonly Measure[]> =>
  withOwnDatabase(databaseUrl, async (url) => {
    await prepare(url);
    const measured = await inOwnProcess(import.meta.filename, url);
    const details = Object.fromEntries(
      Object.entries(measured).map(([name, value]) => [name, roundTo(value)]),
    );
    const rate = Math.round(measured['eventsPerSecond'] ?? Number.NaN);
    return [
      {
        name: 'verify --deep of 1,000,000 events: hashes, chain, seals and every read model',
        value: rate,
        unit: 'events/s',
        threshold: '≥ 30,000',
        ok: rate >= 30_000 && measured['fits'] === 1,
        details,
      },
    ];
  });

if (import.meta.main) await measureAndPrint(process.argv[2] ?? '');
