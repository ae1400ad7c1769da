import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { BadEnvironment } from './command.ts';

const SILENT_MS = 6_000;
const ASK_EVERY_MS = 500;

const isTimeout = (error: unknown): boolean =>
  error instanceof Error && /timeout/.test(error.message);

/** Asks over a new connection: a server that accepts none may still answer in existing ones. */
const ask = async (url: string): Promise<void> => {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: SILENT_MS,
    query_timeout: SILENT_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
  } catch (error) {
    // The watched work reports other errors better.
    if (isTimeout(error))
      throw new BadEnvironment(
        'The database takes connections and does not answer: see its log and its disk.',
      );
  } finally {
    client.end().catch(() => undefined);
  }
};

/** @throws BadEnvironment when the database does not answer for 6 s */
const watch = async (url: string, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    await ask(url);
    await delay(ASK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
};

/** Waits for `work`, but gives up when the database stops answering: many queries have no timeout. @throws BadEnvironment */
export const unlessSilent = async <Value>(url: string, work: Promise<Value>): Promise<Value> => {
  // Work may take long while the database answers.
  const ended = new AbortController();
  const silent = Promise.withResolvers<never>();
  watch(url, ended.signal).catch(silent.reject);
  try {
    return await Promise.race([work, silent.promise]);
  } finally {
    ended.abort();
  }
};
