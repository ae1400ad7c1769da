import type {
  InputOf,
  MutationName,
  OutputOf,
  QueryName,
  SearchName,
} from '#/api/contract/contract.ts';
import type { Problem } from '#/api/contract/procedure.ts';
import type { Language } from './i18n.ts';

/** Refused, or failed at the server (5xx). `problem` says why, in both languages (RFC 9457). */
export class ProblemError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.code);
    this.name = 'ProblemError';
    this.problem = problem;
  }

  /** The work may be done: retry with the same idempotency key. */
  get mayHaveHappened(): boolean {
    return this.problem.status >= 500;
  }
}

/** No response of our server; the work may have been done. */
export class ConnectionLost extends Error {
  constructor(cause: unknown) {
    super('no answer from the server', { cause });
    this.name = 'ConnectionLost';
  }
}

const LONGEST_WAIT_MILLISECONDS = 30_000;

/** No network, a timeout, or an unreadable response. */
const isLoss = (error: unknown): boolean =>
  error instanceof TypeError || error instanceof DOMException || error instanceof SyntaxError;

/** A gateway's problem has the same format (RFC 9457), but our server gave no response. */
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
 * Gives `ask` a signal that aborts with `signal`, and after `timeout` milliseconds. (Some browsers of 2023 lack `AbortSignal.any`.)
 * @throws ConnectionLost, also after the timeout; what `ask` throws
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

/** Set while `firstQueryOf` runs: `send` then notes the path here instead of sending. */
let trial: { path?: string } | undefined;

/**
 * Returns the first query of a function (`seller.getSummary?days=7`) without sending it, so that a response that came with the
 * document can be given to it. Undefined if the function sends no query before its first `await`.
 */
export const firstQueryOf = (ask: () => unknown): string | undefined => {
  const probe: { path?: string } = {};
  trial = probe;
  try {
    // `send` throws, so an async function rejects.
    void Promise.resolve(ask()).catch(() => undefined);
  } catch {
    // A function that is not async throws here.
  } finally {
    trial = undefined;
  }
  return probe.path?.replace('/api/', '');
};

let actingAs: string | undefined;

/**
 * Sets the actor of the session that the page is drawn for. The server refuses what the page sends once another tab has chosen another
 * membership, for the cookie is the same in all tabs. @param actor undefined = no one is signed in on this page
 */
export const actAs = (actor: string | undefined): void => {
  actingAs = actor;
};

/** Headers of each request. */
export const pageHeaders = (): Readonly<Record<string, string>> =>
  actingAs === undefined ? {} : { 'Acting-As': actingAs };

interface SentInit extends Omit<RequestInit, 'headers'> {
  readonly headers?: Readonly<Record<string, string>>;
}

const send = <Output>(
  path: string,
  init: SentInit,
  signal?: AbortSignal,
  timeout?: number,
): Promise<Output> => {
  if (trial) {
    trial.path ??= path;
    throw new Error('noted, not sent');
  }
  const headers = { ...pageHeaders(), ...init.headers };
  return withTimeout(
    async (limit) => read(await fetch(path, { ...init, headers, signal: limit })),
    signal,
    timeout,
  );
};

/** `undefined` leaves a parameter out. */
export const queryText = (input: object): string => {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    if (value !== undefined) parameters.set(name, String(value));
  }
  const text = parameters.toString();
  return text && `?${text}`;
};

const postInit = (input: unknown, headers: Readonly<Record<string, string>>) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify(input),
});

export interface QueryOptions {
  readonly signal?: AbortSignal;
  /** In milliseconds. */
  readonly timeout?: number;
}

/** @throws ProblemError of the server, ConnectionLost without a response, an AbortError on `signal` */
export const query = <Name extends QueryName>(
  name: Name,
  input: InputOf<Name>,
  { signal, timeout }: QueryOptions = {},
): Promise<OutputOf<Name>> => send(`/api/${name}${queryText(input)}`, {}, signal, timeout);

/** For text that must not be in a URL. @throws ProblemError, ConnectionLost, an AbortError on `signal` */
export const lookFor = <Name extends SearchName>(
  name: Name,
  input: InputOf<Name>,
  { signal }: QueryOptions = {},
): Promise<OutputOf<Name>> => send(`/api/${name}`, postInit(input, {}), signal);

export interface MutationOptions {
  /** The same for each retry of an attempt. */
  readonly idempotencyKey: string;
  readonly signal?: AbortSignal;
}

/** The key and its age, by which the server knows whether it has lost data since the key was made. */
const keyHeaders = (key: string): Readonly<Record<string, string>> => {
  const seconds = Math.ceil((Date.now() - Number.parseInt(key, 36)) / 1_000);
  // This device's clock was set back.
  if (!(seconds >= 0)) return { 'Idempotency-Key': key };
  return { 'Idempotency-Key': key, 'Idempotency-Key-Age': String(seconds) };
};

/** @throws ProblemError of the server, ConnectionLost without a response, an AbortError on `signal` */
export const mutate = <Name extends MutationName>(
  name: Name,
  input: InputOf<Name>,
  { idempotencyKey, signal }: MutationOptions,
): Promise<OutputOf<Name>> =>
  send(`/api/${name}`, postInit(input, keyHeaders(idempotencyKey)), signal);

/** For routes that are no API procedure. @throws ProblemError of the server, ConnectionLost without a response */
export const post = (path: string, input: object): Promise<unknown> =>
  send(path, postInit(input, {}));

/** Unix milliseconds in base 36, then 128 random bits in hex. `crypto.randomUUID` is missing without TLS. */
export const newIdempotencyKey = (): string => {
  const bytes = Array.from(crypto.getRandomValues(new Uint8Array(16)));
  const random = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${Date.now().toString(36)}-${random}`;
};

const NO_ANSWER = {
  pt: 'Sem conexão. Verifique sua internet e tente novamente.',
  en: 'No connection. Check your internet and try again.',
} as const;

/** The server's sentence, or one about the connection. */
export const failureText = (failure: unknown, language: Language): string =>
  failure instanceof ProblemError ? failure.problem.detail[language] : NO_ANSWER[language];
