import { ProviderFailure } from '#/domain/ports/provider-failure.ts';

const FAILURES_IN_A_ROW = 5;
const OPEN_MS = 10_000;

/**
 * For one channel of one account: refuses calls for ten seconds after five `unavailable` failures in a row, then lets one through as a
 * test.
 * @param name the provider's id, for the message
 */
export const createBreaker = (name: string, now: () => number) => {
  let failures = 0;
  let openUntil = 0;
  let isTesting = false;

  /** Returns whether the call is the test. */
  const admit = (): boolean => {
    if (failures < FAILURES_IN_A_ROW) return false;
    if (now() >= openUntil && !isTesting) {
      isTesting = true;
      return true;
    }
    throw new ProviderFailure('unavailable', `${name}: it failed too often just now`, {
      mayHaveHappened: false,
    });
  };

  return async <Value>(call: () => Promise<Value>): Promise<Value> => {
    const isTest = admit();
    try {
      const value = await call();
      failures = 0;
      return value;
    } catch (error) {
      const isUnavailable = error instanceof ProviderFailure && error.kind === 'unavailable';
      failures = isUnavailable ? failures + 1 : 0;
      openUntil = now() + OPEN_MS;
      throw error;
    } finally {
      // A call from before the refusals may end while the test runs.
      if (isTest) isTesting = false;
    }
  };
};
