import pLimit from 'p-limit';
import { Rejected } from '#/api/http/problem.ts';

/** Deliveries that one process takes in at once. Those that are proved by their address never wait for the others. */
const MOST_AT_ONCE = { proved: 200, unproved: 100 };

/** Takes in so many at once, and tells the others to come again. */
export const createIntake = (most = MOST_AT_ONCE) => {
  const busy = { proved: 0, unproved: 0 };
  /** @throws Rejected `service/unavailable` with Retry-After when it is full */
  return async <Answer>(
    lane: keyof typeof MOST_AT_ONCE,
    receive: () => Promise<Answer>,
  ): Promise<Answer> => {
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

/** Unproved deliveries at once among the connections to the database, which they share with buyers. */
const KEPT_AT_ONCE = { unproved: 4 };

/** Does what needs the database for a delivery: at once for what is proved, a few at a time for the others. */
export const createKeeping = ({ unproved } = KEPT_AT_ONCE) => {
  const inTurn = pLimit(unproved);
  return <Answer>(isProved: boolean, keep: () => Promise<Answer>): Promise<Answer> =>
    isProved ? keep() : inTurn(keep);
};
