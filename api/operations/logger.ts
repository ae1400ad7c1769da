import pino, { type DestinationStream, type Logger, type LevelWithSilent } from 'pino';

/** An error without its data: no rows, no parameters, no bodies. */
interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: LoggedError;
}

const DATA_EXCEPTION = /^22[0-9A-Z]{3}$/;

/** Postgres quotes the value that it could not parse, which may be personal data. */
const makeMessageSafe = (message: string, code: string | undefined): string =>
  code !== undefined && DATA_EXCEPTION.test(code) ? `a value that does not fit (${code})` : message;

const MOST_CAUSES = 4;

const describeError = (error: unknown, depth = 0): LoggedError => {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error' };
  // The code may be a number, as in gRPC's errors.
  const code = 'code' in error ? String(error.code) : undefined;
  const message = makeMessageSafe(error.message, code);
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    message,
    ...(code !== undefined && { code }),
    ...(frames && { stack: frames.join('\n') }),
    ...(error.cause !== undefined &&
      depth < MOST_CAUSES && { cause: describeError(error.cause, depth + 1) }),
  };
};

/** Writes one JSON line for each entry. From an error (`err`) it leaves out whatever may hold personal data. */
export const createLogger = (level: LevelWithSilent, destination?: DestinationStream): Logger => {
  const options = {
    level,
    base: null,
    serializers: { err: (error: unknown) => describeError(error) },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
};
