import { waitUntil } from '#/scripts/launch/wait-until.ts';

/** So long that only work that hangs reaches it, even on a slow machine. */
const LONGEST_WAIT_MS = 60_000;

/** Calls a function until it returns a value. @throws when it returns none within a minute */
export const eventually = async <Answer>(
  ask: () => Answer | undefined | Promise<Answer | undefined>,
  what: string,
): Promise<Answer> => {
  const answer = await waitUntil(ask, { timeoutMs: LONGEST_WAIT_MS });
  if (answer === undefined) throw new Error(`did not happen: ${what}`);
  return answer;
};
