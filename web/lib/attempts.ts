import { newIdempotencyKey } from './rpc.ts';

/** How long a key is kept: by then the user has probably seen whether the write was done. */
const KEPT_MILLISECONDS = 15 * 60_000;

interface Attempt {
  readonly idempotencyKey: string;
  /** Unix milliseconds. */
  readonly begunAt: number;
}

const openAttempts = new Map<string, Attempt>();

const nameOf = (name: string, input: unknown): string => `${name} ${JSON.stringify(input)}`;

/** The same input keeps its key for 15 minutes, or until the outcome is known, so that a retry does nothing twice. */
export const attemptKey = (name: string, input: unknown, now = Date.now()): string => {
  const attempt = openAttempts.get(nameOf(name, input));
  if (attempt && now - attempt.begunAt < KEPT_MILLISECONDS) return attempt.idempotencyKey;
  const idempotencyKey = newIdempotencyKey();
  openAttempts.set(nameOf(name, input), { idempotencyKey, begunAt: now });
  return idempotencyKey;
};

/** From now on the same input is a new write. */
export const closeAttempt = (name: string, input: unknown): void => {
  openAttempts.delete(nameOf(name, input));
};
