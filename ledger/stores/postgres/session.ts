import pg from 'pg';

/** Which of the store's connections a report of health is about. */
export type Part = 'writer' | 'reader' | 'listener';

export interface StoreHealth {
  readonly part: Part;
  readonly state: 'connected' | 'lost';
  readonly cause?: unknown;
}

/**
 * Values as Postgres prints them: JSON stays the bytes that were stored, and nothing is parsed that
 * nobody reads.
 */
const asPrinted = { getTypeParser: () => (value: string) => value };

/**
 * Every statement finds its rows by an index, so a plan is made once for each connection; one made while the table was
 * empty would otherwise read all of it for ever after. Times are printed in UTC. The client gives up on a silent server a
 * little after the server would have given up on the statement.
 */
const OPTIONS = [
  'plan_cache_mode=force_generic_plan',
  'enable_seqscan=off',
  'enable_bitmapscan=off',
  'TimeZone=UTC',
  'DateStyle=ISO',
];

export const sessionOptions = (connectionString: string, part: Part): pg.ClientConfig => ({
  connectionString,
  application_name: `razao ledger ${part}`,
  options: OPTIONS.map((option) => `-c ${option}`).join(' '),
  types: asPrinted,
  statement_timeout: 10_000,
  query_timeout: 12_000,
  connectionTimeoutMillis: 5_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
});

/** Postgres answered and undid the statement; the connection lives on, and nothing was written. */
export const undone = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && !/^(?:08|57P)/.test(error.code ?? '08');

/**
 * The statement was undone because of what it was to write: bad text, an id or a revision that is
 * taken.
 */
export const unwritable = (error: unknown): error is pg.DatabaseError =>
  undone(error) && /^(?:22|23|54)/.test(error.code ?? '');

/** An open connection that tells once when it is lost. */
export const openSession = async (
  connectionString: string,
  part: Part,
  onLost: (cause: unknown) => void,
): Promise<pg.Client> => {
  const client = new pg.Client(sessionOptions(connectionString, part));
  let cause: unknown;
  client.on('error', (error) => {
    cause ??= error;
  });
  await client.connect();
  client.once('end', () => onLost(cause));
  return client;
};

/** Lets go of a connection that may hang, without waiting for the other side. */
export const dropSession = (client: pg.Client): void => {
  client.connection.stream.destroy();
};

/**
 * ISO 8601 of a time as Postgres prints it in UTC, where trailing zeros are dropped (`2026-11-20
 * 12:49:00.5+00`).
 */
export const isoTime = (printed: string): string => {
  const time = printed.slice(11, -3);
  return `${printed.slice(0, 10)}T${time.slice(0, 8)}.${time.slice(9).padEnd(3, '0')}Z`;
};
