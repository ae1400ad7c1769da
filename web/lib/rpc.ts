import type {
  InputOf,
  MutationName,
  OutputOf,
  QueryName,
  SearchName,
} from '#/api/contract/contract.ts';
import type { Problem } from '#/api/contract/procedure.ts';
import type { Language } from './i18n.ts';

/** The server answered, and the answer is no. `problem` says why, in both languages (RFC 9457). */
export class ProblemError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.code);
    this.name = 'ProblemError';
    this.problem = problem;
  }

  /**
   * True when the work may have been done all the same: ask again with the same idempotency key, never with a new one.
   */
  get mayHaveHappened(): boolean {
    return this.problem.status >= 500;
  }
}

/** No answer came: offline, cut off, or not from our server. The work may have been done. */
export class ConnectionLost extends Error {
  constructor(cause: unknown) {
    super('no answer from the server', { cause });
    this.name = 'ConnectionLost';
  }
}

const LONGEST_WAIT_MILLISECONDS = 30_000;

/** No network, no answer in time, or one that is cut off or no JSON. */
const isLoss = (error: unknown): boolean =>
  error instanceof TypeError || error instanceof DOMException || error instanceof SyntaxError;

/** Gateways on the way say no in the same format (RFC 9457): that is no answer of our server, and nobody's words. */
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
 * What another server answers, or ConnectionLost when that takes too long. `AbortSignal.any` and `.timeout` would be shorter,
 * but phones of 2023 do not know them.
 */
export const inTime = async <Output>(
  ask: (signal: AbortSignal) => Promise<Output>,
  signal?: AbortSignal,
  patience = LONGEST_WAIT_MILLISECONDS,
): Promise<Output> => {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, patience);
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

/** Stands for the asking of a query that is only looked at. */
class NotAsked extends Error {
  readonly path: string;

  constructor(path: string) {
    super('only looked at');
    this.path = path;
  }
}

let isLookedAt = false;

/** What a function would ask of the API (`seller.getSummary?days=7`), without asking; undefined when it asks no query at once. */
export const queryAskedBy = (ask: () => unknown): string | undefined => {
  isLookedAt = true;
  try {
    // What is asked later on fails as everything does that nobody waits for.
    void Promise.resolve(ask()).catch(() => undefined);
    return undefined;
  } catch (error) {
    return error instanceof NotAsked ? error.path.replace('/api/', '') : undefined;
  } finally {
    isLookedAt = false;
  }
};

const send = <Output>(
  path: string,
  init: RequestInit,
  signal?: AbortSignal,
  patience?: number,
): Promise<Output> => {
  if (isLookedAt) throw new NotAsked(path);
  return inTime(
    async (limit) => read(await fetch(path, { ...init, signal: limit })),
    signal,
    patience,
  );
};

/** What may stand in a query string; `undefined` leaves the parameter out. */
export const queryText = (input: object): string => {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    if (value !== undefined) parameters.set(name, String(value));
  }
  const text = parameters.toString();
  return text && `?${text}`;
};

const posted = (input: unknown, headers: Readonly<Record<string, string>>): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify(input),
});

export interface QueryOptions {
  readonly signal?: AbortSignal;
  /** Milliseconds to wait for the answer. */
  readonly patience?: number;
}

/**
 * Asks a query of the API: `GET /api/<name>?…`.
 * @throws ProblemError when the server says no, ConnectionLost when it does not answer
 */
export const query = <Name extends QueryName>(
  name: Name,
  input: InputOf<Name>,
  { signal, patience }: QueryOptions = {},
): Promise<OutputOf<Name>> => send(`/api/${name}${queryText(input)}`, {}, signal, patience);

/**
 * Looks for something that no address may hold: `POST /api/<name>`, which changes nothing.
 * @throws ProblemError when the server says no, ConnectionLost when it does not answer
 */
export const lookFor = <Name extends SearchName>(
  name: Name,
  input: InputOf<Name>,
  { signal }: QueryOptions = {},
): Promise<OutputOf<Name>> => send(`/api/${name}`, posted(input, {}), signal);

export interface MutationOptions {
  /** The same for every try of one attempt. */
  readonly idempotencyKey: string;
  readonly signal?: AbortSignal;
}

/**
 * Has the API change something: `POST /api/<name>`.
 * @throws ProblemError when the server says no, ConnectionLost when it does not answer
 */
export const mutate = <Name extends MutationName>(
  name: Name,
  input: InputOf<Name>,
  { idempotencyKey, signal }: MutationOptions,
): Promise<OutputOf<Name>> =>
  send(`/api/${name}`, posted(input, { 'Idempotency-Key': idempotencyKey }), signal);

/**
 * Has the server do what is no procedure: `POST <path>`.
 * @throws ProblemError when the server says no, ConnectionLost when it does not answer
 */
export const post = (path: string, input: object): Promise<unknown> =>
  send(path, posted(input, {}));

/** 128 random bits as hex; `crypto.randomUUID` is missing where a page is served without TLS. */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

const NO_ANSWER = {
  pt: 'Sem conexão. Verifique sua internet e tente novamente.',
  en: 'No connection. Check your internet and try again.',
} as const;

/** One sentence for the reader about a call that failed. */
export const failureText = (failure: unknown, language: Language): string =>
  failure instanceof ProblemError ? failure.problem.detail[language] : NO_ANSWER[language];
