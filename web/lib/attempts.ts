import { newIdempotencyKey } from './rpc.ts';

/** Who asks for the same later than that has seen what became of the first, and means another. */
const KEPT_MILLISECONDS = 15 * 60_000;

interface Attempt {
  readonly idempotencyKey: string;
  readonly begunAt: number;
}

const open = new Map<string, Attempt>();

const nameOf = (name: string, input: unknown): string => `${name} ${JSON.stringify(input)}`;

/**
 * The idempotency key of a write: the same until its outcome is known, also for a form that was closed and is filled in again,
 * so that what was done without an answer is not done twice.
 */
export const attemptKey = (name: string, input: unknown, now = Date.now()): string => {
  const known = open.get(nameOf(name, input));
  if (known && now - known.begunAt < KEPT_MILLISECONDS) return known.idempotencyKey;
  const idempotencyKey = newIdempotencyKey();
  open.set(nameOf(name, input), { idempotencyKey, begunAt: now });
  return idempotencyKey;
};

/** What became of it is known: the same input is another write from now on. */
export const closeAttempt = (name: string, input: unknown): void => {
  open.delete(nameOf(name, input));
};
