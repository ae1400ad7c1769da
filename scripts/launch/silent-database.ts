import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { BadEnvironment } from './command.ts';

const SILENT_MS = 6_000;
const ASK_EVERY_MS = 500;

/** Asks something small again and again. @throws BadEnvironment when there is no answer for long */
const watch = async (url: string, signal: AbortSignal): Promise<void> => {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: SILENT_MS,
    query_timeout: SILENT_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    while (!signal.aborted) {
      await client.query('SELECT 1');
      await delay(ASK_EVERY_MS, undefined, { signal });
    }
  } catch (error) {
    const isSilent = error instanceof Error && /timeout/.test(error.message);
    // What else fails, the work that is watched over finds out by itself, and knows better.
    if (isSilent)
      throw new BadEnvironment(
        'The database takes connections and does not answer: see its log and its disk.',
      );
  } finally {
    client.end().catch(() => undefined);
  }
};

/**
 * Does a work that asks the database, and gives it up when the database falls silent: many a query waits for ever.
 * @throws BadEnvironment
 */
export const unlessSilent = async <Value>(url: string, work: Promise<Value>): Promise<Value> => {
  const ended = new AbortController();
  const silent = Promise.withResolvers<never>();
  watch(url, ended.signal).catch(silent.reject);
  try {
    return await Promise.race([work, silent.promise]);
  } finally {
    ended.abort();
  }
};
