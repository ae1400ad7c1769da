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

  const refuseWhenOpen = (): void => {
    if (failures < FAILURES_IN_A_ROW) return;
    if (now() >= openUntil && !isTesting) {
      isTesting = true;
      return;
    }
    throw new ProviderFailure('unavailable', `${name}: it failed too often just now`, {
      mayHaveHappened: false,
    });
  };

  return async <Value>(call: () => Promise<Value>): Promise<Value> => {
    refuseWhenOpen();
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
      isTesting = false;
    }
  };
};
