import { errorCode } from '#/domain/errors/error-code.ts';
import { AppendError, StoreAway } from '#/ledger/event-store.ts';

/**
 * SQLSTATEs for failed connections, transactions to retry, cancelled statements, a database that is read-only, closed, full, locked or
 * stopping, and failing disks; and error codes of sockets that fail.
 */
const AWAY =
  /^(?:(?:08|40|53|57|58)[0-9A-Z]{3}|25006|55000|55P03|ECONN\w+|EPIPE|ETIMEDOUT|E(?:HOST|NET)UNREACH|EAI_AGAIN)$/;

/** Messages of `pg` errors that have no code. */
const PG_WORDS =
  /^(?:Connection terminated|Query read timeout|timeout expired|timeout exceeded when trying|Client has encountered a connection error)/;

/**
 * Whether Postgres or another store is unreachable, starting, stopping, slow, full or read-only, or gave up a transaction because of
 * another: nothing is wrong with the request, and a later retry may succeed.
 */
export const isDatabaseAway = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (error instanceof StoreAway) return true;
  return AWAY.test(errorCode(error)) || PG_WORDS.test(error.message) || isDatabaseAway(error.cause);
};

/** Append failures that no retry can fix. */
const LASTING: ReadonlySet<string> = new Set(['too-large', 'cut']);

/** Whether a retry may succeed: the store or database is unavailable, or an append met a conflict or has an unknown outcome. */
export const isPassing = (error: unknown): boolean =>
  error instanceof AppendError ? !LASTING.has(error.failure.kind) : isDatabaseAway(error);

/** Whether Postgres aborted a transaction because of another one: a deadlock or a serialisation failure. */
export const isGivenUp = (error: unknown): boolean => /^40(?:001|P01)$/.test(errorCode(error));

/** Whether a standby, or a database set to read-only, refused a write. A new connection may reach a server that accepts it. */
export const isReadOnly = (error: unknown): boolean => errorCode(error) === '25006';
