/**
 * How long a failed fetch counts, in milliseconds: React renders again at once after a failure, and must see the same failure then. A reader
 * who tries again comes later.
 */
const FAILED_MS = 1_000;

interface Fetch<Value> {
  readonly value: Promise<Value>;
  failedAt?: number;
}

/** Returns a function that fetches a value when it is first called, and again when it is called some time after that has failed. */
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
