import pLimit from 'p-limit';
import type { Pool, PoolClient } from 'pg';
import { Rejected } from '#/api/http/problem.ts';
import { tryTransactionLock } from '#/ledger/database/advisory-locks.ts';
import { inTransaction } from '#/ledger/database/in-transaction.ts';
import { errorCodeOf } from '#/domain/errors/error-code.ts';

/** Uses of links at a time. Each use holds one database connection and needs others, so many uses could block each other for ever. */
const SIDE_BY_SIDE = 2;

const limited = pLimit(SIDE_BY_SIDE);

const inUse = (): Rejected =>
  new Rejected('invitation/in-use', { headers: { 'Retry-After': '2' } });

const isLocked = (error: unknown): boolean => errorCodeOf(error) === '55P03';

/** Translates the error of a locked row. @param locking a query with `FOR UPDATE NOWAIT` @throws Rejected `invitation/in-use` */
export const unlessInUse = <Rows>(locking: Promise<Rows>): Promise<Rows> =>
  locking.catch((error: unknown) => {
    throw isLocked(error) ? inUse() : error;
  });

/** Reserves a person, by e-mail, until the transaction ends. @throws Rejected `invitation/in-use` */
export type ReservePerson = (email: string) => Promise<void>;

/** Without this, of two links used at once, the later could replace the password that the earlier has set. */
const reservePersonIn =
  (client: PoolClient): ReservePerson =>
  async (email) => {
    if (!(await tryTransactionLock(client, `password of ${email}`))) throw inUse();
  };

/** Uses a link in a transaction: after a failure it can be used again. */
export const useLink = <Result>(
  pool: Pool,
  work: (client: PoolClient, reserve: ReservePerson) => Promise<Result>,
): Promise<Result> =>
  limited(() => inTransaction(pool, (client) => work(client, reservePersonIn(client))));

/** Runs `work`, which sets a password, while no link can set one. @throws Rejected `invitation/in-use` */
export const withoutLinks = (pool: Pool, email: string, work: () => Promise<void>): Promise<void> =>
  useLink(pool, async (_client, reserve) => {
    await reserve(email);
    await work();
  });
