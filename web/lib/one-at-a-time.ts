/**
 * Runs what no two tabs may do at once, in turn. A tab that is closed gives its turn up. Where the browser has no locks
 * (without TLS, Safari before 15.4) or refuses them, it runs at once.
 */
export const oneAtATime = async <Result>(
  name: string,
  work: () => Promise<Result>,
): Promise<Result> => {
  let begun = false;
  const begin = (): Promise<Result> => {
    begun = true;
    return work();
  };
  try {
    // Browsers without it are older than the types.
    const locks: LockManager | undefined = navigator.locks;
    return locks ? await locks.request(name, begin) : await begin();
  } catch (error) {
    if (begun) throw error;
    return work();
  }
};
