import { setTimeout as delay } from 'node:timers/promises';

/**
 * Calls `ask` until it returns a value, and returns that value; undefined = there was none within `timeoutMs`.
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
