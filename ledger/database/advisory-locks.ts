import pg from 'pg';
import type { ClientBase, QueryResult } from 'pg';

/** Names are the same in all releases, because processes of two releases may run at once. */
export type LockName =
  | 'ledger writer'
  /** The next three are for changes of tables: of the log, of better-auth, and of everything else. */
  | 'ledger schema'
  | 'razao auth migrations'
  | 'razao schema'
  | 'razao restore'
  | `rebuild ${string}`
  /** Requests about one e-mail or user run one after another, so that each sees the rows of those before it. */
  | `registration ${string}`
  | `recovery ${string}`
  | `email change of ${string}`
  | `password of ${string}`
  /** A link for the first master asks whether there is one, so links for masters are used one after another. */
  | 'links for masters';

type Queryable = { query(text: string): Promise<QueryResult> };

type Functions =
  | 'pg_advisory_lock'
  | 'pg_advisory_unlock'
  | 'pg_advisory_xact_lock'
  | 'pg_try_advisory_lock'
  | 'pg_try_advisory_xact_lock';

/** Returns SQL that calls a function of the Postgres manual, *Advisory Lock Functions*. */
const call = (name: Functions, lock: LockName): string =>
  `SELECT ${name}(hashtextextended(${pg.escapeLiteral(lock)}, 0)) AS answer`;

const isGranted = async (on: Queryable, text: string): Promise<boolean> =>
  (await on.query(text)).rows[0]?.answer === true;

/** The statement waits; the lock is held until the transaction ends. */
export const transactionLock = (lock: LockName): string => call('pg_advisory_xact_lock', lock);

/** The statement waits; the lock is held until it is unlocked or the connection ends. */
export const sessionLock = (lock: LockName): string => call('pg_advisory_lock', lock);

export const sessionUnlock = (lock: LockName): string => call('pg_advisory_unlock', lock);

export const UNLOCK_SESSION = 'SELECT pg_advisory_unlock_all()';

/** Does not wait. @returns false when another connection holds the lock */
export const tryTransactionLock = (client: ClientBase, lock: LockName): Promise<boolean> =>
  isGranted(client, call('pg_try_advisory_xact_lock', lock));

/** Does not wait. @returns false when another connection holds the lock */
export const trySessionLock = (client: ClientBase, lock: LockName): Promise<boolean> =>
  isGranted(client, call('pg_try_advisory_lock', lock));
