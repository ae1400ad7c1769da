import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { z } from 'zod';
import { codeOrNameOf } from '#/domain/errors/error-code.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { DamagedFile, FileStorageFailure } from '#/domain/ports/file-storage.ts';
import { AppendError, UnusableStreamName } from '#/ledger/event-store.ts';
import { isDatabaseAway } from '#/ledger/database/database-away.ts';
import type { Problem } from '#/api/contract/procedure.ts';
import { errorTexts } from './error-texts.ts';
import type { ErrorCode, TransportCode } from './error-texts/error-code.ts';

export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(errorTexts, text);

export type Language = 'pt' | 'en';

type FieldError = NonNullable<Problem['errors']>[number];

/** A refusal by the API itself; business rules throw `Refused`. */
export class Rejected extends Error {
  readonly code: TransportCode;
  readonly errors: readonly FieldError[] | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    code: TransportCode,
    options: {
      readonly errors?: readonly FieldError[];
      readonly headers?: Readonly<Record<string, string>>;
      readonly details?: Readonly<Record<string, unknown>>;
    } = {},
  ) {
    super(code);
    this.name = 'Rejected';
    this.code = code;
    this.errors = options.errors;
    this.headers = options.headers ?? {};
    this.details = options.details ?? {};
  }
}

const zodTexts = { pt: z.locales.pt().localeError, en: z.locales.en().localeError };
const MOST_FIELD_ERRORS = 20;
const LONGEST_MESSAGE = 300;

const printPath = (path: readonly PropertyKey[]): string =>
  path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('')
    .replace(/^\./, '');

/** Translates a message that is one of our error codes. Other messages stay, shortened. */
const translate = (message: string, language: Language): string =>
  (isErrorCode(message) ? errorTexts[message][language] : message).slice(0, LONGEST_MESSAGE);

const listFieldErrors = (error: z.ZodError, language: Language): readonly FieldError[] =>
  error.issues
    .flatMap(({ code, path, message, ...rest }): FieldError[] => {
      const keys = code === 'unrecognized_keys' && 'keys' in rest ? rest.keys : [];
      if (!Array.isArray(keys) || keys.length === 0) return [{ path: printPath(path), message }];
      return keys.map((key: string) => ({ path: printPath([...path, key]), message }));
    })
    .slice(0, MOST_FIELD_ERRORS)
    .map(({ path, message }) => ({ path, message: translate(message, language) }));

/** Whether all strings in a value are text: Postgres cannot store NUL, and half a surrogate pair is no text. */
const isText = (value: unknown): boolean => {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (Array.isArray(value)) return value.every(isText);
  if (typeof value !== 'object' || value === null) return true;
  return Object.values(value).every(isText);
};

/** @throws Rejected `request/invalid-input`, with at most `MOST_FIELD_ERRORS` wrong fields */
export const parseInput = <Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  language: Language,
): z.output<Schema> => {
  const parsed = schema.safeParse(input, { error: zodTexts[language], reportInput: false });
  if (!parsed.success) {
    throw new Rejected('request/invalid-input', {
      errors: listFieldErrors(parsed.error, language),
    });
  }
  if (!isText(parsed.data)) throw new Rejected('request/invalid-input');
  return parsed.data;
};

/** Portuguese unless the caller prefers English. */
export const languageOf = (request: Request): Language =>
  request.acceptsLanguages('pt', 'en') === 'en' ? 'en' : 'pt';

export const titleOf = (code: ErrorCode, language: Language): string => errorTexts[code][language];

/** Returns the document that answers an error. */
export const problemOf = (
  code: ErrorCode,
  requestId: string,
  language: Language,
  more: Pick<Problem, 'errors' | 'details'> = {},
): Problem => {
  const { status, pt, en } = errorTexts[code];
  const title = titleOf(code, language);
  const type = `/api/docs#${code}`;
  return { type, title, status, code, detail: { pt, en }, ...more, requestId };
};

interface ProblemAnswer {
  readonly code: ErrorCode;
  readonly headers?: Readonly<Record<string, string>>;
  readonly errors?: readonly FieldError[] | undefined;
  readonly details?: Readonly<Record<string, unknown>>;
}

const ofAppend = ({ failure }: AppendError): ProblemAnswer => {
  switch (failure.kind) {
    case 'unavailable':
      return {
        code: 'service/unavailable',
        headers: { 'Retry-After': String(failure.retryAfterSeconds) },
      };
    case 'wrong-expected':
      return { code: 'service/unavailable', headers: { 'Retry-After': '1' } };
    case 'ambiguous':
      return { code: 'service/outcome-unknown', headers: { 'Retry-After': '2' } };
    case 'too-large':
      return { code: 'request/too-large' };
    case 'cut':
      return { code: 'service/record-cut' };
  }
};

/** Postgres could not parse a value as its type: SQLSTATE 22007, 22008, 22P02. */
const isUnfit = (error: unknown): boolean => /^22(?:007|008|P02)$/.test(codeOrNameOf(error));

const answerTo = (error: unknown): ProblemAnswer => {
  if (error instanceof Refused) return { code: error.code, details: error.details };
  if (error instanceof Rejected) return error;
  if (error instanceof AppendError) return ofAppend(error);
  if (isUnfit(error) || error instanceof UnusableStreamName)
    return { code: 'request/invalid-input' };
  // Express could not decode the path.
  if (error instanceof URIError) return { code: 'request/unknown-procedure' };
  if (error instanceof DamagedFile) return { code: 'file/damaged' };
  if (isDatabaseAway(error) || error instanceof FileStorageFailure) {
    return { code: 'service/unavailable', headers: { 'Retry-After': '2' } };
  }
  return { code: 'service/internal' };
};

/** Answers `application/problem+json` (RFC 9457). Unexpected errors are logged under the request's id. */
export const sendProblem = (
  error: unknown,
  request: Request,
  response: Response,
  logger: Logger,
): void => {
  const { code, headers = {}, errors, details } = answerTo(error);
  const { requestId } = response.locals;
  response.locals.outcome = code;
  const { status } = errorTexts[code];
  // A `Rejected` needs no line of its own, because its code is in the request's log line.
  const isExplained = error instanceof Rejected;
  if (status >= 500 && !isExplained)
    logger.error({ err: error, requestId, code }, 'request failed');
  if (response.headersSent) {
    // Breaks the connection, so that the client sees the failure.
    response.destroy();
    return;
  }
  const problem = problemOf(code, String(requestId), languageOf(request), {
    ...(errors && { errors: [...errors] }),
    ...(details && Object.keys(details).length > 0 && { details: { ...details } }),
  });
  response
    .status(status)
    .set({ ...headers, 'Cache-Control': 'no-store', 'Content-Language': languageOf(request) })
    .type('application/problem+json')
    .send(JSON.stringify(problem));
};
