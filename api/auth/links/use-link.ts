import pLimit from 'p-limit';
import type { Pool, PoolClient } from 'pg';
import { Rejected } from '#/api/http/problem.ts';
import { tryTransactionLock } from '#/ledger/database/advisory-locks.ts';
import { inTransaction } from '#/ledger/database/in-transaction.ts';

/**
 * How many links a process uses at a time. Each use holds a database connection while its work may need further ones from the same pool. If
 * the uses held all connections of the pool, they would wait for each other.
 */
const SIDE_BY_SIDE = 2;

const limited = pLimit(SIDE_BY_SIDE);

const inUse = (): Rejected =>
  new Rejected('invitation/in-use', { headers: { 'Retry-After': '2' } });

const isLocked = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '55P03';

/** Returns the rows of a link, locked with `FOR UPDATE NOWAIT`. @throws Rejected `invitation/in-use` while another use has them locked */
export const unlessInUse = <Rows>(locking: Promise<Rows>): Promise<Rows> =>
  locking.catch((error: unknown) => {
    throw isLocked(error) ? inUse() : error;
  });

/** Reserves a person, by their e-mail, until the end of the transaction in which a link is used. @throws Rejected `invitation/in-use` */
export type ReservePerson = (email: string) => Promise<void>;

/**
 * Locks the person until the transaction ends. Otherwise, of two links to one e-mail that are used at once, both could find that the person
 * has no password, and the later would replace the password set by the earlier.
 */
const reservePersonIn =
  (client: PoolClient): ReservePerson =>
  async (email) => {
    if (!(await tryTransactionLock(client, `password of ${email}`))) throw inUse();
  };

/** Uses a link in a transaction: when the work fails or the process dies, the link can still be used. */
export const useLink = <Result>(
  pool: Pool,
  work: (client: PoolClient, reserve: ReservePerson) => Promise<Result>,
): Promise<Result> =>
  limited(() => inTransaction(pool, (client) => work(client, reservePersonIn(client))));

/** Sets the password of a person without a link, while no link can do so. @throws Rejected `invitation/in-use` */
export const withoutLinks = (pool: Pool, email: string, work: () => Promise<void>): Promise<void> =>
  useLink(pool, async (_client, reserve) => {
    await reserve(email);
    await work();
  });
