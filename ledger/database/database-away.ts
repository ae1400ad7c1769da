import { codeOrNameOf, errorCodeOf } from '#/domain/errors/error-code.ts';
import { AppendError, StoreAway } from '#/ledger/event-store.ts';

/** SQLSTATEs and socket errors of a database that is down, locked, full or read-only. */
const AWAY =
  /^(?:(?:08|40|53|57|58)[0-9A-Z]{3}|25006|55000|55P03|ECONN\w+|EPIPE|ETIMEDOUT|E(?:HOST|NET)UNREACH|EAI_AGAIN)$/;

/** Messages of `pg` errors that have no code. */
const PG_WORDS =
  /^(?:Connection terminated|Query read timeout|timeout expired|timeout exceeded when trying|Client has encountered a connection error)/;

/**
 * Whether the database cannot serve the request now: unreachable, locked, full, read-only, too slow, or the transaction lost a conflict. A
 * retry may succeed.
 */
export const isDatabaseAway = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (error instanceof StoreAway) return true;
  return (
    AWAY.test(codeOrNameOf(error)) || PG_WORDS.test(error.message) || isDatabaseAway(error.cause)
  );
};

/** Append failures that no retry can fix. */
const LASTING: ReadonlySet<string> = new Set(['too-large', 'cut']);

/** Whether a retry may succeed. */
export const isPassing = (error: unknown): boolean =>
  error instanceof AppendError ? !LASTING.has(error.failure.kind) : isDatabaseAway(error);

/** Whether the transaction was rolled back because of others: a deadlock or a serialisation failure. */
export const isGivenUp = (error: unknown): boolean => /^40(?:001|P01)$/.test(codeOrNameOf(error));

/** Whether the server takes no writes; a new connection may reach one that does. */
export const isReadOnly = (error: unknown): boolean => errorCodeOf(error) === '25006';
