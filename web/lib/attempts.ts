import { newIdempotencyKey } from './rpc.ts';

/** After this time the same input counts as a new write: by then the user has probably seen whether the first one was done. */
const KEPT_MILLISECONDS = 15 * 60_000;

interface Attempt {
  readonly idempotencyKey: string;
  readonly begunAt: number;
}

const open = new Map<string, Attempt>();

const nameOf = (name: string, input: unknown): string => `${name} ${JSON.stringify(input)}`;

/**
 * Returns the idempotency key of a write. The same input gets the same key until its outcome is known, at most for 15 minutes, even if
 * the form was closed meanwhile. So a write whose response was lost is not done twice. Reloading the page loses the keys.
 */
export const attemptKey = (name: string, input: unknown, now = Date.now()): string => {
  const known = open.get(nameOf(name, input));
  if (known && now - known.begunAt < KEPT_MILLISECONDS) return known.idempotencyKey;
  const idempotencyKey = newIdempotencyKey();
  open.set(nameOf(name, input), { idempotencyKey, begunAt: now });
  return idempotencyKey;
};

/** Ends an attempt whose outcome is known: the same input is a new write from now on. */
export const closeAttempt = (name: string, input: unknown): void => {
  open.delete(nameOf(name, input));
};
