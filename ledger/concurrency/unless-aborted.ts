/** Returns undefined as soon as the signal aborts; a later outcome is discarded. */
export const unlessAborted = async <T>(
  work: Promise<T>,
  signal: AbortSignal,
): Promise<T | undefined> => {
  if (signal.aborted) {
    work.catch(() => undefined);
    return undefined;
  }
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const stop = (): void => resolve(undefined);
  signal.addEventListener('abort', stop);
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
};
