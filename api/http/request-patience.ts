import { AsyncLocalStorage } from 'node:async_hooks';
import { Rejected } from './problem.ts';

/** Callers are answered within five seconds; the last of them is for the answer itself. */
const LONGEST_MS = 4_000;

/** How long one request may still take. Time that a provider or a password hash takes is not counted. */
class Patience {
  #leftMs = LONGEST_MS;
  #since: number | undefined;
  #outside = 0;
  #timer: NodeJS.Timeout | undefined;
  readonly #over = Promise.withResolvers<never>();
  /** An append was begun, so that more than nothing may have been written. */
  mayHaveWritten = false;

  constructor() {
    this.#over.promise.catch(() => undefined);
    this.#start();
  }

  /** Rejects when it is over. */
  get over(): Promise<never> {
    return this.#over.promise;
  }

  remainingMs(): number {
    return this.#since === undefined
      ? this.#leftMs
      : this.#leftMs - (performance.now() - this.#since);
  }

  pause(): void {
    this.#outside += 1;
    if (this.#outside > 1) return;
    this.end();
    this.#leftMs = this.remainingMs();
    this.#since = undefined;
  }

  resume(): void {
    this.#outside -= 1;
    if (this.#outside === 0) this.#start();
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  #start(): void {
    this.#since = performance.now();
    this.#timer = setTimeout(() => this.#expire(), Math.max(0, this.#leftMs));
  }

  #expire(): void {
    const headers = { 'Retry-After': '2' };
    const code = this.mayHaveWritten ? 'service/outcome-unknown' : 'service/unavailable';
    this.#over.reject(new Rejected(code, { headers }));
  }
}

const current = new AsyncLocalStorage<Patience>();

/**
 * The work's answer, or a 503 after four seconds. What was given up on writes nothing any more, so `unavailable` is true
 * for good. @throws Rejected `service/unavailable`, `service/outcome-unknown`
 */
export const withPatience = async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
  const patience = new Patience();
  const answer = current.run(patience, work);
  answer.catch(() => undefined);
  try {
    return await Promise.race([answer, patience.over]);
  } finally {
    patience.end();
  }
};

/** Does what is not the request's own, and may take its time. */
export const withoutPatience = <Answer>(work: () => Answer): Answer => current.exit(work);

/** Waits for what is not ours to hurry, a provider, the caller's own body or a password hash, without losing patience. */
export const outside = async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
  const patience = current.getStore();
  patience?.pause();
  try {
    return await work();
  } finally {
    patience?.resume();
  }
};

/** How long this request may still take, in milliseconds; undefined when nobody waits for it. */
export const remainingMs = (): number | undefined => current.getStore()?.remainingMs();

/** How long an append of this request may take, in milliseconds; undefined when nobody waits for it. */
export const appendWithinMs = (): number | undefined => {
  const patience = current.getStore();
  if (patience === undefined) return undefined;
  const remaining = patience.remainingMs() - SETTLING_MS;
  if (remaining > 0) patience.mayHaveWritten = true;
  return Math.max(0, remaining);
};

/** Left for saying how an append ended. */
const SETTLING_MS = 300;
