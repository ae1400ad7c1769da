/**
 * Runs work that two tabs must not do at the same time, one tab after the other. A closed tab releases its lock. Without locks
 * (no TLS, Safari before 15.4), or when the browser refuses them, the work runs at once.
 */
export const runOneAtATime = async <Result>(
  name: string,
  work: () => Promise<Result>,
): Promise<Result> => {
  let begun = false;
  const begin = (): Promise<Result> => {
    begun = true;
    return work();
  };
  try {
    // Older browsers have no `navigator.locks`, although the types say they do.
    const locks: LockManager | undefined = navigator.locks;
    return locks ? await locks.request(name, begin) : await begin();
  } catch (error) {
    if (begun) throw error;
    return work();
  }
};
