import type { ClientBase, Pool } from 'pg';
import { transactionLock } from './advisory-locks.ts';

/** Takes a lock, because with `IF NOT EXISTS` alone two starting processes can collide. */
export const applySchema = async (
  on: Pick<ClientBase | Pool, 'query'>,
  statements: string,
): Promise<void> => {
  await on.query(`${transactionLock('razao schema')}; ${statements}`);
};
