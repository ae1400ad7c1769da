import { ProviderFailure } from '#/domain/ports/provider-failure.ts';

const FAILURES_IN_A_ROW = 5;
const OPEN_MS = 10_000;

/**
 * Circuit breaker: skips a provider that cannot be reached, so callers do not wait for it. After five calls in a row without a reply
 * (`unavailable`: the connection broke or timed out, there was no token or client certificate, or it was too late to send), calls are
 * refused for ten seconds, as certainly not carried out; then one is let through as a test. Any reply, even a 5xx, ends the row.
 *
 * A failing acquirer is left alone in a second way, by the suspension of `domain/acquiring/health.ts`. The breaker saves time: it
 * refuses every call of one channel, look-ups too, for seconds, and is forgotten with the process. The suspension has charges and
 * payouts made at another acquirer: it follows from the answers and duration of the latest ones, holds for all processes for a minute
 * to an hour, is on record and shown to staff, and look-ups go on. A charge that the breaker refuses counts there as unanswered.
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
