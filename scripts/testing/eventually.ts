import { waitUntil } from '#/scripts/launch/wait-until.ts';

const LONGEST_WAIT_MS = 20_000;

/** Waits for what is asked to have an answer. @throws when it gets none in twenty seconds */
export const eventually = async <Answer>(
  ask: () => Answer | undefined | Promise<Answer | undefined>,
  what: string,
): Promise<Answer> => {
  const answer = await waitUntil(ask, { timeoutMs: LONGEST_WAIT_MS });
  if (answer === undefined) throw new Error(`did not happen: ${what}`);
  return answer;
};
