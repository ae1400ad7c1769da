import { waitUntil } from '#/scripts/launch/wait-until.ts';

/** Only work that hangs takes so long. */
const LONGEST_WAIT_MS = 60_000;

/**
 * Calls `ask` until it returns something.
 * @param what text of the failure; a function says it as things are at the end of the wait
 * @throws when it returns nothing within a minute
 */
export const eventually = async <Answer>(
  ask: () => Answer | undefined | Promise<Answer | undefined>,
  what: string | (() => string),
): Promise<Answer> => {
  const answer = await waitUntil(ask, { timeoutMs: LONGEST_WAIT_MS });
  if (answer === undefined)
    throw new Error(`did not happen: ${typeof what === 'string' ? what : what()}`);
  return answer;
};
