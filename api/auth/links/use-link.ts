import pLimit from 'p-limit';
import type { Pool, PoolClient } from 'pg';
import { Rejected } from '#/api/http/problem.ts';
import { inTransaction } from '#/ledger/database/in-transaction.ts';

/**
 * How many links a process uses at a time. Each use holds a connection while its work asks for more of the same few: five at once
 * would wait for each other, and no one could sign in meanwhile.
 */
const SIDE_BY_SIDE = 2;

const turns = pLimit(SIDE_BY_SIDE);

const inUse = (): Rejected =>
  new Rejected('invitation/in-use', { headers: { 'Retry-After': '2' } });

const isLocked = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '55P03';

/** Waits for the rows of a link, asked for with `FOR UPDATE NOWAIT`. @throws Rejected `invitation/in-use` during another use of it */
export const unlessInUse = <Rows>(locking: Promise<Rows>): Promise<Rows> =>
  locking.catch((error: unknown) => {
    throw isLocked(error) ? inUse() : error;
  });

/** Reserves a person, by their e-mail, for the transaction that a link is used in. @throws Rejected `invitation/in-use` */
export type ReservePerson = (email: string) => Promise<void>;

/**
 * Between the look whether a person has a password and its setting no one else may set one: of two links to one e-mail that are used
 * at once, the later would replace the password that the earlier has set.
 */
const reservePersonIn =
  (client: PoolClient): ReservePerson =>
  async (email) => {
    const { rows } = await client.query<{ isFree: boolean }>(
      'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS "isFree"',
      [`password of ${email}`],
    );
    if (rows[0]?.isFree !== true) throw inUse();
  };

/** Uses a link in a transaction: when the work fails or the process dies, the link stays good. */
export const useLink = <Result>(
  pool: Pool,
  work: (client: PoolClient, reserve: ReservePerson) => Promise<Result>,
): Promise<Result> =>
  turns(() => inTransaction(pool, (client) => work(client, reservePersonIn(client))));
