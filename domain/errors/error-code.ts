/**
 * Returns the code that Node, Postgres or a library gave to an error (`ENOENT`, `40P01`), else the error's name; `unknown error` for what
 * is no Error.
 */
export const errorCode = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown error';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
};
