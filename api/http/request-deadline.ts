import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock, Timer, Timers } from '#/domain/ports/machine.ts';
import { thisMachine } from '#/ledger/machine.ts';
import { Rejected } from './problem.ts';

/** Callers wait at most five seconds, of which one is for sending the answer. */
const LONGEST_MS = 4_000;

/** Remaining time of one request. */
class Deadline {
  #leftMs = LONGEST_MS;
  #since: number | undefined;
  #outside = 0;
  #timer: Timer | undefined;
  readonly #machine: Clock & Timers;
  readonly #over = Promise.withResolvers<never>();
  /** An append has begun, so something may have been written. */
  mayHaveWritten = false;

  constructor(machine: Clock & Timers) {
    this.#machine = machine;
    this.#over.promise.catch(() => undefined);
    this.#start();
  }

  get over(): Promise<never> {
    return this.#over.promise;
  }

  remainingMs(): number {
    return this.#since === undefined
      ? this.#leftMs
      : this.#leftMs - (this.#machine.elapsedMs() - this.#since);
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
    this.#timer?.cancel();
  }

  #start(): void {
    this.#since = this.#machine.elapsedMs();
    this.#timer = this.#machine.after(Math.max(0, this.#leftMs), () => this.#expire());
  }

  #expire(): void {
    const headers = { 'Retry-After': '2' };
    const code = this.mayHaveWritten ? 'service/outcome-unknown' : 'service/unavailable';
    this.#over.reject(new Rejected(code, { headers }));
  }
}

const current = new AsyncLocalStorage<Deadline>();

/**
 * Waits four seconds for `work`, without counting its pauses (`withDeadlinePaused`). After that, `work` can begin no append to the log.
 * @throws Rejected `service/unavailable`, or `service/outcome-unknown` if an append has begun
 */
export const withDeadline = async <Result>(
  work: () => Promise<Result>,
  machine: Clock & Timers = thisMachine,
): Promise<Result> => {
  const deadline = new Deadline(machine);
  const answer = current.run(deadline, work);
  answer.catch(() => undefined);
  try {
    return await Promise.race([answer, deadline.over]);
  } finally {
    deadline.end();
  }
};

export const withoutDeadline = <Result>(work: () => Result): Result => current.exit(work);

/** Pauses the deadline while `work` waits for what this server cannot speed up: a provider, the request's body, a password hash. */
export const withDeadlinePaused = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  const deadline = current.getStore();
  deadline?.pause();
  try {
    return await work();
  } finally {
    deadline?.resume();
  }
};

/** In milliseconds; undefined outside a request with a deadline. */
export const remainingMs = (): number | undefined => current.getStore()?.remainingMs();

/** Time for an append, in milliseconds; undefined outside a request with a deadline. */
export const appendWithinMs = (): number | undefined => {
  const deadline = current.getStore();
  if (deadline === undefined) return undefined;
  const remaining = deadline.remainingMs() - SETTLING_MS;
  if (remaining > 0) deadline.mayHaveWritten = true;
  return Math.max(0, remaining);
};

/** To report how an append ended. */
const SETTLING_MS = 300;
