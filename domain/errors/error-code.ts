/** The code of an error (`ENOENT`, `40P01`), else its name; `unknown error` for what is no Error. */
export const errorCode = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown error';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
};
