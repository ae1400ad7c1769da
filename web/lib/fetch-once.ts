/** How long a failure is returned again, in milliseconds: React renders again at once, and must get the same failure. */
const FAILED_MS = 1_000;

interface Fetch<Value> {
  readonly value: Promise<Value>;
  failedAt?: number;
}

/** Returns a function that fetches at its first call, and again at a call a second after a failure. */
export const fetchOnce = <Value>(
  fetchValue: () => Promise<Value>,
  now: () => number = Date.now,
): (() => Promise<Value>) => {
  let latest: Fetch<Value> | undefined;
  return () => {
    const { failedAt } = latest ?? {};
    if (latest && (failedAt === undefined || now() < failedAt + FAILED_MS)) return latest.value;
    const started: Fetch<Value> = { value: fetchValue() };
    started.value.catch(() => {
      started.failedAt = now();
    });
    latest = started;
    return started.value;
  };
};
