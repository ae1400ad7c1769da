import { Rejected } from '#/api/http/problem.ts';

const isLocked = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '55P03';

/** Waits for the rows of a link, asked for with `FOR UPDATE NOWAIT`. @throws Rejected `invitation/in-use` during another use of it */
export const unlessInUse = <Rows>(locking: Promise<Rows>): Promise<Rows> =>
  locking.catch((error: unknown) => {
    if (!isLocked(error)) throw error;
    throw new Rejected('invitation/in-use', { headers: { 'Retry-After': '2' } });
  });
