import { setTimeout as delay } from 'node:timers/promises';

/** Asks every `everyMs` until the answer is not undefined, and gives it; undefined when `timeoutMs` have passed. */
export const waitUntil = async <Answer>(
  ask: () => Answer | undefined | Promise<Answer | undefined>,
  { timeoutMs, everyMs = 20 }: { readonly timeoutMs: number; readonly everyMs?: number },
): Promise<Answer | undefined> => {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined || performance.now() > deadline) return answer;
    await delay(everyMs);
  }
};
