import { waitUntil } from '#/scripts/launch/wait-until.ts';

/** Only work that hangs takes so long. */
const LONGEST_WAIT_MS = 60_000;

/** A wait takes at most this part of its test's timeout: otherwise mocha would end the test first, and say nothing of the wait. */
const PART_OF_TEST = 0.75;

interface RunningTest {
  readonly timeout: () => number;
}

let runningTest: RunningTest | undefined;

/** Mocha calls these around each test (package.json). */
export const mochaHooks = {
  beforeEach(this: { readonly currentTest?: RunningTest }): void {
    runningTest = this.currentTest;
  },
  afterEach(): void {
    runningTest = undefined;
  },
};

/** In a hook, the timeout is not known. */
const longestWait = (): number =>
  Math.min(LONGEST_WAIT_MS, PART_OF_TEST * (runningTest?.timeout() || LONGEST_WAIT_MS));

/**
 * Calls `ask` until it returns something.
 * @param what text of the failure; a function says it as things are at the end of the wait
 * @throws when it returns nothing within a minute, or three quarters of the running test's timeout
 */
export const eventually = async <Answer>(
  ask: () => Answer | undefined | Promise<Answer | undefined>,
  what: string | (() => string),
): Promise<Answer> => {
  const answer = await waitUntil(ask, { timeoutMs: longestWait() });
  if (answer === undefined)
    throw new Error(`did not happen: ${typeof what === 'string' ? what : what()}`);
  return answer;
};
