import pg from 'pg';
import { DURABLE } from '#/ledger/database/durable-session.ts';
import type { StorePart } from '#/ledger/stores/store-health.ts';

/** Keeps values as Postgres prints them: JSON has the bytes that were stored. */
const asPrinted = { getTypeParser: () => (value: string) => value };

/** Without the first three options, a plan made while the table was empty would scan the whole table. */
const OPTIONS = [
  'plan_cache_mode=force_generic_plan',
  'enable_seqscan=off',
  'enable_bitmapscan=off',
  'TimeZone=UTC',
  'DateStyle=ISO',
];

/** The name of a connection in Postgres. */
export const sessionName = (part: StorePart | 'checkpoints'): string => `razao ledger ${part}`;

export const sessionOptions = (
  connectionString: string,
  part: StorePart | 'checkpoints',
): pg.ClientConfig => ({
  connectionString,
  application_name: sessionName(part),
  options: [DURABLE, ...OPTIONS.map((option) => `-c ${option}`)].join(' '),
  types: asPrinted,
  statement_timeout: 10_000,
  // Longer than the server's own limit of a statement, so that the server cancels first.
  query_timeout: 12_000,
  connectionTimeoutMillis: 5_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
});

/** Whether Postgres rolled the statement back; the connection remains usable. */
export const isRolledBack = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && !/^(?:08|57P)/.test(error.code ?? '08');

/** Whether values are at fault: bad text, or an id or a revision that is taken. */
export const isUnwritable = (error: unknown): error is pg.DatabaseError =>
  isRolledBack(error) && /^(?:22|23|54)/.test(error.code ?? '');

/** `onLost` is called once when the connection ends, whether it was lost or closed. */
export const openSession = async (
  connectionString: string,
  part: StorePart,
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

/** Closes a connection that may hang, without waiting for the server. */
export const dropSession = (client: pg.Client): void => {
  client.connection.stream.destroy();
};

/** Returns ISO 8601 for a time as Postgres prints it, without trailing zeros (`2026-11-20 12:49:00.5+00`). */
export const isoTime = (printed: string): string => {
  const time = printed.slice(11, -3);
  return `${printed.slice(0, 10)}T${time.slice(0, 8)}.${time.slice(9).padEnd(3, '0')}Z`;
};
