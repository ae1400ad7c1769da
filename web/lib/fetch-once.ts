/**
 * For this time, in milliseconds, a failed fetch is not repeated. React renders again at once after a failure, and must get the same
 * failure then. A user who tries again does so later.
 */
const FAILED_MS = 1_000;

interface Fetch<Value> {
  readonly value: Promise<Value>;
  failedAt?: number;
}

/**
 * Returns a function that fetches a value at its first call, and returns the same value later. After a failure it fetches again, but not at
 * once.
 */
export const fetchOnce = <Value>(
  fetchValue: () => Promise<Value>,
  now: () => number = Date.now,
): (() => Promise<Value>) => {
  let latest: Fetch<Value> | undefined;
  return () => {
    const { failedAt } = latest ?? {};
    if (latest && (failedAt === undefined || now() < failedAt + FAILED_MS)) return latest.value;
    const begun: Fetch<Value> = { value: fetchValue() };
    begun.value.catch(() => {
      begun.failedAt = now();
    });
    latest = begun;
    return begun.value;
  };
};
