import { StoreAway } from './event-store.ts';

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : '');

/**
 * SQLSTATE of connections, transactions to repeat, read-only, closed, full, locked, stopping and failing disks; and sockets that
 * do not come about.
 */
const AWAY =
  /^(?:(?:08|40|53|57|58)[0-9A-Z]{3}|25006|55000|55P03|ECONN\w+|EPIPE|ETIMEDOUT|E(?:HOST|NET)UNREACH|EAI_AGAIN)$/;

/** What `pg` says without a code. */
const PG_WORDS =
  /^(?:Connection terminated|Query read timeout|timeout expired|timeout exceeded when trying|Client has encountered a connection error)/;

/**
 * Postgres is away, starting, stopping, slow, full or takes no writes, or another store is: nothing is wrong with what was
 * asked, and asking later may be answered.
 */
export const isDatabaseAway = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (error instanceof StoreAway) return true;
  return AWAY.test(codeOf(error)) || PG_WORDS.test(error.message) || isDatabaseAway(error.cause);
};

/** A standby, or a database that was set to take no writes. Only a new connection sees the end of it. */
export const isReadOnly = (error: unknown): boolean =>
  error instanceof Error && codeOf(error) === '25006';
