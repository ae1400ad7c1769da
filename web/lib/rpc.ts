import type {
  InputOf,
  MutationName,
  OutputOf,
  QueryName,
  SearchName,
} from '#/api/contract/contract.ts';
import type { Problem } from '#/api/contract/procedure.ts';
import type { Language } from './i18n.ts';

/** The server refused the request, or failed at it (5xx). `problem` says why, in both languages (RFC 9457). */
export class ProblemError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.code);
    this.name = 'ProblemError';
    this.problem = problem;
  }

  /** True when the server may have done the work despite the error: retry with the same idempotency key, never with a new one. */
  get mayHaveHappened(): boolean {
    return this.problem.status >= 500;
  }
}

/** No response came: offline, cut off, or not from our server. The work may have been done. */
export class ConnectionLost extends Error {
  constructor(cause: unknown) {
    super('no answer from the server', { cause });
    this.name = 'ConnectionLost';
  }
}

const LONGEST_WAIT_MILLISECONDS = 30_000;

/** No network, a timeout, or a response that is cut off or is not JSON. */
const isLoss = (error: unknown): boolean =>
  error instanceof TypeError || error instanceof DOMException || error instanceof SyntaxError;

/** Whether a problem is our server's. A gateway's problem in the same format (RFC 9457) means that our server gave no response. */
const isOurs = (answer: Partial<Problem> | null): answer is Problem =>
  typeof answer?.status === 'number' && typeof answer.detail?.pt === 'string';

const read = async <Output>(response: Response): Promise<Output> => {
  if (response.ok) return response.json();
  const type = response.headers.get('content-type') ?? '';
  const problem: Partial<Problem> | null = type.startsWith('application/problem+json')
    ? await response.json()
    : null;
  throw isOurs(problem) ? new ProblemError(problem) : new ConnectionLost(response.status);
};

/**
 * Runs a request with a timeout in milliseconds, and returns its result. `AbortSignal.any` and `.timeout` would be shorter, but not every
 * browser of 2023 has both.
 * @throws ConnectionLost without network, after a timeout, or when the response cannot be read; any other error of `ask` as it is, and
 * every error after an abort by the caller's own `signal`
 */
export const withTimeout = async <Output>(
  ask: (signal: AbortSignal) => Promise<Output>,
  signal?: AbortSignal,
  timeout = LONGEST_WAIT_MILLISECONDS,
): Promise<Output> => {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, timeout);
  signal?.addEventListener('abort', abort);
  if (signal?.aborted === true) abort();
  try {
    return await ask(controller.signal);
  } catch (error) {
    if (signal?.aborted !== true && isLoss(error)) throw new ConnectionLost(error);
    throw error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
};

/** Set while `queryAskedBy` runs: `send` then notes the path of the request instead of sending it. */
let lookedAt: { path?: string } | undefined;

/**
 * Returns the query that a function would send first (`seller.getSummary?days=7`), without sending it; undefined if it sends
 * none at once. By this text, a query finds its response among those that came with the page.
 */
export const queryAskedBy = (ask: () => unknown): string | undefined => {
  const seen: { path?: string } = {};
  lookedAt = seen;
  try {
    // `send` throws, so an async function rejects; no caller waits for it.
    void Promise.resolve(ask()).catch(() => undefined);
  } catch {
    // If the function is not async, it throws here instead.
  } finally {
    lookedAt = undefined;
  }
  return seen.path?.replace('/api/', '');
};

const send = <Output>(
  path: string,
  init: RequestInit,
  signal?: AbortSignal,
  timeout?: number,
): Promise<Output> => {
  if (lookedAt) {
    lookedAt.path ??= path;
    throw new Error('only looked at');
  }
  return withTimeout(
    async (limit) => read(await fetch(path, { ...init, signal: limit })),
    signal,
    timeout,
  );
};

/** Returns a query string; `undefined` leaves the parameter out. */
export const queryText = (input: object): string => {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    if (value !== undefined) parameters.set(name, String(value));
  }
  const text = parameters.toString();
  return text && `?${text}`;
};

const postInit = (input: unknown, headers: Readonly<Record<string, string>>): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify(input),
});

export interface QueryOptions {
  readonly signal?: AbortSignal;
  /** Timeout in milliseconds. */
  readonly timeout?: number;
}

/**
 * Sends a query to the API: `GET /api/<name>?…`.
 * @throws ProblemError when the server refuses or fails, ConnectionLost when it does not respond, an AbortError when `signal` aborts
 */
export const query = <Name extends QueryName>(
  name: Name,
  input: InputOf<Name>,
  { signal, timeout }: QueryOptions = {},
): Promise<OutputOf<Name>> => send(`/api/${name}${queryText(input)}`, {}, signal, timeout);

/**
 * Searches for text that must not appear in a URL: `POST /api/<name>`, which changes nothing.
 * @throws ProblemError when the server refuses or fails, ConnectionLost when it does not respond, an AbortError when `signal` aborts
 */
export const lookFor = <Name extends SearchName>(
  name: Name,
  input: InputOf<Name>,
  { signal }: QueryOptions = {},
): Promise<OutputOf<Name>> => send(`/api/${name}`, postInit(input, {}), signal);

export interface MutationOptions {
  /** The same for every retry of one attempt. */
  readonly idempotencyKey: string;
  readonly signal?: AbortSignal;
}

/**
 * Returns the headers of an idempotency key: the key and its age. From the age the server computes whether it has lost data since the key
 * was made. If it has, it cannot know whether it already carried out a request with this key.
 */
const keyHeaders = (key: string): Readonly<Record<string, string>> => {
  const seconds = Math.ceil((Date.now() - Number.parseInt(key, 36)) / 1_000);
  // The clock of this device was set back since.
  if (!(seconds >= 0)) return { 'Idempotency-Key': key };
  return { 'Idempotency-Key': key, 'Idempotency-Key-Age': String(seconds) };
};

/**
 * Sends a mutation to the API: `POST /api/<name>`.
 * @throws ProblemError when the server refuses or fails, ConnectionLost when it does not respond, an AbortError when `signal` aborts
 */
export const mutate = <Name extends MutationName>(
  name: Name,
  input: InputOf<Name>,
  { idempotencyKey, signal }: MutationOptions,
): Promise<OutputOf<Name>> =>
  send(`/api/${name}`, postInit(input, keyHeaders(idempotencyKey)), signal);

/**
 * Sends a request to a route that is not an API procedure: `POST <path>`.
 * @throws ProblemError when the server refuses or fails, ConnectionLost when it does not respond
 */
export const post = (path: string, input: object): Promise<unknown> =>
  send(path, postInit(input, {}));

/**
 * Returns this device's time (milliseconds in base 36), from which `keyHeaders` computes the key's age, and 128 random bits in hex. Not
 * `crypto.randomUUID`, which is missing where a page is served without TLS.
 */
export const newIdempotencyKey = (): string => {
  const bytes = Array.from(crypto.getRandomValues(new Uint8Array(16)));
  const random = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${Date.now().toString(36)}-${random}`;
};

const NO_ANSWER = {
  pt: 'Sem conexão. Verifique sua internet e tente novamente.',
  en: 'No connection. Check your internet and try again.',
} as const;

/** Returns the server's sentence about a failed request; for a failure without one, a sentence that there is no connection. */
export const failureText = (failure: unknown, language: Language): string =>
  failure instanceof ProblemError ? failure.problem.detail[language] : NO_ANSWER[language];
