/** The code of an error of Node or Postgres, such as `ENOENT` or `40P01`. */
export const errorCodeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;

/** Returns the error's code, else its name; `unknown error` for a value that is no Error. */
export const codeOrNameOf = (error: unknown): string =>
  errorCodeOf(error) ?? (error instanceof Error ? error.name : 'unknown error');
