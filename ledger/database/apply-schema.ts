import type { ClientBase, Pool } from 'pg';
import { transactionLock } from './advisory-locks.ts';

/**
 * Creates missing tables and indexes. Processes may start on an empty database at the same time, and `IF NOT EXISTS` alone lets
 * two of them collide, so one creates and the others wait. Several statements in one query are one transaction.
 */
export const applySchema = async (
  on: Pick<ClientBase | Pool, 'query'>,
  statements: string,
): Promise<void> => {
  await on.query(`${transactionLock('razao schema')}; ${statements}`);
};
