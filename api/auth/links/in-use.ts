import type { PoolClient } from 'pg';
import { Rejected } from '#/api/http/problem.ts';

const isLocked = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '55P03';

const inUse = (): Rejected =>
  new Rejected('invitation/in-use', { headers: { 'Retry-After': '2' } });

/** Waits for the rows of a link, asked for with `FOR UPDATE NOWAIT`. @throws Rejected `invitation/in-use` during another use of it */
export const unlessInUse = <Rows>(locking: Promise<Rows>): Promise<Rows> =>
  locking.catch((error: unknown) => {
    if (!isLocked(error)) throw error;
    throw inUse();
  });

/** Reserves a person, by their e-mail, for the transaction that a link is used in. @throws Rejected `invitation/in-use` */
export type ReservePerson = (email: string) => Promise<void>;

/**
 * Between the look whether a person has a password and its setting no one else may set one: of two links to one e-mail that
 * are used at once, the later would replace the password that the earlier has set.
 */
export const reservePersonIn =
  (client: PoolClient): ReservePerson =>
  async (email) => {
    const { rows } = await client.query<{ isFree: boolean }>(
      'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS "isFree"',
      [`password of ${email}`],
    );
    if (rows[0]?.isFree !== true) throw inUse();
  };
