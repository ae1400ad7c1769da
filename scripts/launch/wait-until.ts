import { setTimeout as delay } from 'node:timers/promises';

/**
 * Calls a function, with a pause of `everyMs` after each call, until it returns a value. Returns that value; undefined if there is none
 * after `timeoutMs`.
 * @throws the reason of the signal
 */
export const waitUntil = async <Result>(
  ask: () => Result | undefined | Promise<Result | undefined>,
  options: {
    readonly timeoutMs: number;
    readonly everyMs?: number;
    readonly signal?: AbortSignal | undefined;
  },
): Promise<Result | undefined> => {
  const { timeoutMs, everyMs = 20, signal } = options;
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    signal?.throwIfAborted();
    const answer = await ask();
    if (answer !== undefined || performance.now() > deadline) return answer;
    await delay(everyMs);
  }
};
