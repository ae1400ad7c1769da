import pLimit from 'p-limit';
import { Rejected } from '#/api/http/problem.ts';

/** Concurrent deliveries per process; `proved` = sent to a secret address. */
const MOST_AT_ONCE = { proved: 200, unproved: 100 };

export const createIntake = (most = MOST_AT_ONCE) => {
  const busy = { proved: 0, unproved: 0 };
  /** @throws Rejected `service/unavailable` with Retry-After when it is full */
  return async <Result>(
    lane: keyof typeof MOST_AT_ONCE,
    receive: () => Promise<Result>,
  ): Promise<Result> => {
    if (busy[lane] >= most[lane])
      throw new Rejected('service/unavailable', { headers: { 'Retry-After': '2' } });
    busy[lane] += 1;
    try {
      return await receive();
    } finally {
      busy[lane] -= 1;
    }
  };
};

/** How many deliveries that are not proved, or not yet, use database connections at the same time: buyers need connections too. */
const STORED_AT_ONCE = { unproved: 4 };

/** Runs the database work of proved deliveries immediately, and that of others a few at a time. */
export const createStoring = ({ unproved } = STORED_AT_ONCE) => {
  const limited = pLimit(unproved);
  return <Result>(isProved: boolean, store: () => Promise<Result>): Promise<Result> =>
    isProved ? store() : limited(store);
};
