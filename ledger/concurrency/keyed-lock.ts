/** Runs tasks of one key one after another, and of different keys concurrently. */
export const createKeyedLock = () => {
  const tails = new Map<string, Promise<unknown>>();
  return async <Result>(key: string, task: () => Promise<Result>): Promise<Result> => {
    const before = tails.get(key) ?? Promise.resolve();
    const result = before.then(task, task);
    const settled = result.then(
      () => undefined,
      () => undefined,
    );
    tails.set(key, settled);
    try {
      return await result;
    } finally {
      if (tails.get(key) === settled) tails.delete(key);
    }
  };
};
