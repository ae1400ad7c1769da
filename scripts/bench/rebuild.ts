import { loadApart } from '#/api/reads/load-apart.ts';
import { openPostgresStore } from '#/ledger/stores/postgres.ts';
import { rebuild, type RebuildPhase } from '#/projections/engine/rebuild/rebuild.ts';
import { projections } from '#/projections/registry.ts';
import { writeBusinessLog } from './business-log.ts';
import { roundTo, type Measure } from './measure.ts';
import { benchPool, withOwnDatabase } from './own-database.ts';
import { inOwnProcess, peakMegabytes } from './own-process.ts';

const EVENTS = 1_000_000;

const timeRebuild = async (url: string) => {
  const store = await openPostgresStore({ connectionString: url });
  const pool = benchPool(url);
  const entered = new Map<RebuildPhase, number>();
  const began = performance.now();
  const rebuilt = await rebuild({
    store,
    pool,
    load: loadApart({ databaseUrl: url }),
    projections,
    onProgress: ({ phase }) => {
      if (!entered.has(phase)) entered.set(phase, (performance.now() - began) / 1_000);
    },
  });
  const seconds = (performance.now() - began) / 1_000;
  await Promise.all([store.close(), pool.end()]);
  const at = (phase: RebuildPhase): number => entered.get(phase) ?? Number.NaN;
  return {
    seconds,
    reading: at('indexing') - at('reading'),
    indexing: at('catching-up') - at('indexing'),
    verifying: at('flipped') - at('verifying'),
    equal: rebuilt.every(({ equal }) => equal === true) ? 1 : 0,
  };
};

/** Rebuilds as `npm run rebuild -- all` does, first with nothing live, then next to live rows. */
const measureAndPrint = async (url: string): Promise<void> => {
  const { seconds, reading, indexing } = await timeRebuild(url);
  const again = await timeRebuild(url);
  const figures = {
    eventsPerSecond: EVENTS / seconds,
    seconds,
    reading,
    indexing,
    verifyingAgain: again.verifying,
    secondsAgain: again.seconds,
    equalAgain: again.equal,
    peakMegabytes: peakMegabytes(),
  };
  console.log(JSON.stringify(figures));
};

/** Measures the rebuild of all read models from a million events, next to Postgres on the same machine. */
export const benchRebuild = (databaseUrl: string): Promise<readonly Measure[]> =>
  withOwnDatabase(databaseUrl, async (url) => {
    await writeBusinessLog(url, EVENTS);
    const measured = await inOwnProcess(import.meta.filename, url);
    const details = Object.fromEntries(
      Object.entries(measured).map(([name, value]) => [name, roundTo(value)]),
    );
    const rate = Math.round(measured['eventsPerSecond'] ?? Number.NaN);
    const memory = Math.round(measured['peakMegabytes'] ?? Number.NaN);
    return [
      {
        name: 'rebuild of all read models from 1,000,000 events',
        value: rate,
        unit: 'events/s',
        threshold: '≥ 60,000',
        ok: rate >= 60_000 && measured['equalAgain'] === 1,
        details,
      },
      {
        name: 'resident memory of that rebuild',
        value: memory,
        unit: 'MB',
        threshold: '≤ 700',
        ok: memory <= 700,
        details,
      },
    ];
  });

if (import.meta.main) await measureAndPrint(process.argv[2] ?? '');
