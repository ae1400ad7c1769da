/**
 * Runs one work per name at a time, across all tabs; a closed tab releases its lock. Without locks (no TLS, old browsers) the work runs
 * at once.
 */
export const runOneAtATime = async <Result>(
  name: string,
  work: () => Promise<Result>,
): Promise<Result> => {
  let hasBegun = false;
  const begin = (): Promise<Result> => {
    hasBegun = true;
    return work();
  };
  try {
    // Older browsers lack `navigator.locks`.
    const locks: LockManager | undefined = navigator.locks;
    return locks ? await locks.request(name, begin) : await begin();
  } catch (error) {
    if (hasBegun) throw error;
    return work();
  }
};
