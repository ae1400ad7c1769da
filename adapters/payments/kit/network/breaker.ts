import { ProviderFailure } from '#/domain/ports/provider-failure.ts';

const FAILURES_IN_A_ROW = 5;
const OPEN_MS = 10_000;

/**
 * Circuit breaker: skips a provider that cannot be reached, so that callers do not wait for it. After five `unavailable` failures in a row,
 * it refuses calls for ten seconds, as certainly not carried out. Then it lets one call through as a test. Such failures are: the
 * connection broke or timed out, a token or client certificate could not be fetched, or the call was too late to send. A failure of another
 * kind ends the row, and so does any reply to the call itself, even a 5xx.
 * Not to be confused with the suspension of an acquirer (`domain/acquiring/health.ts`), which has charges and payouts made at another
 * acquirer:
 * - the breaker refuses every call of one channel, look-ups too; during a suspension look-ups go on;
 * - the breaker lasts seconds and is known to this process; a suspension lasts a minute to an hour, is on record and is shown to staff;
 * - a charge that the breaker refuses counts as unanswered when a suspension is decided.
 */
export const createBreaker = (providerId: string, now: () => number) => {
  let failures = 0;
  let openUntil = 0;
  let isTrying = false;

  const refuseWhenOpen = (): void => {
    if (failures < FAILURES_IN_A_ROW) return;
    if (now() >= openUntil && !isTrying) {
      isTrying = true;
      return;
    }
    throw new ProviderFailure('unavailable', `${providerId}: it failed too often just now`, {
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
      const isAway = error instanceof ProviderFailure && error.kind === 'unavailable';
      failures = isAway ? failures + 1 : 0;
      openUntil = now() + OPEN_MS;
      throw error;
    } finally {
      isTrying = false;
    }
  };
};
