import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { runScript } from '#/scripts/testing/run-script.ts';
import { bySeller, holdMarket, findShowings } from './market.ts';
import { quantile, roundTo, type Measure } from './measure.ts';

const PURCHASES_PER_SECOND = 100;
const SECONDS = 30;
const QUIET_MS = 3_000;
const LOCKED_MS = 5_000;
const THRESHOLD_MS = 1_000;

/** The read model that is locked. The balances on the screen come from another one. */
const READ_MODEL = 'journal';

/** Locks the read model's table for a while: every write to it waits. */
const lockTable = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ place: string }>(
    `SELECT max(schemaname || '.' || tablename) AS place FROM pg_tables WHERE tablename = 'journal_line'`,
  );
  await client.query(`BEGIN; LOCK TABLE ${rows[0]?.place ?? ''} IN ACCESS EXCLUSIVE MODE`);
  await delay(LOCKED_MS);
  await client.query('COMMIT');
};

/** Measures how late balances reach the screen while the journal's read model is locked, rebuilt and rolled back. */
export const benchHeldReadModel = async (): Promise<readonly Measure[]> => {
  const { bookings, screens } = await holdMarket({
    rate: PURCHASES_PER_SECOND,
    seconds: SECONDS,
    screens: 1,
    during: async (client, dataDir) => {
      await delay(QUIET_MS);
      await lockTable(client);
      await delay(QUIET_MS);
      for (const parameters of [[READ_MODEL], ['--back', READ_MODEL]]) {
        const { code, output } = await runScript('rebuild', parameters, { DATA_DIR: dataDir });
        if (code !== 0)
          throw new Error(`rebuild ${parameters.join(' ')} ended with ${code}: ${output}`);
      }
    },
  });
  const ofSeller = bySeller(screens);
  const delays = bookings.flatMap((booking) =>
    findShowings(ofSeller, booking).map((at) => at - booking.recordedAt),
  );
  const most = roundTo(Math.max(...delays), 0);
  return [
    {
      name: 'one read model locked, rebuilt, rolled back: largest delay of another at 100 sales/s',
      value: most,
      unit: 'ms',
      threshold: `≤ ${THRESHOLD_MS}`,
      ok: delays.length > 0 && most <= THRESHOLD_MS,
      details: {
        bookings: bookings.length,
        p50Ms: roundTo(quantile(delays, 0.5), 0),
        p99Ms: roundTo(quantile(delays, 0.99), 0),
      },
    },
  ];
};
