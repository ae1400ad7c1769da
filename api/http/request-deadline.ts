import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock, Timer, Timers } from '#/domain/ports/machine.ts';
import { thisMachine } from '#/ledger/machine.ts';
import { Rejected } from './problem.ts';

/** Callers wait at most five seconds, of which one is for sending the answer. */
const LONGEST_MS = 4_000;

/** Remaining time of one request. */
class Deadline {
  /** Remaining time when the deadline last began to run. */
  #leftMs = LONGEST_MS;
  /** When it last began to run, by `elapsedMs`; undefined while it pauses. */
  #runningSinceMs: number | undefined;
  /** Pauses under way, which may overlap. */
  #pauses = 0;
  #timer: Timer | undefined;
  readonly #machine: Clock & Timers;
  readonly #over = Promise.withResolvers<never>();
  /** True once an append has begun, so that something may have been written. */
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
    return this.#runningSinceMs === undefined
      ? this.#leftMs
      : this.#leftMs - (this.#machine.elapsedMs() - this.#runningSinceMs);
  }

  pause(): void {
    this.#pauses += 1;
    if (this.#pauses > 1) return;
    this.end();
    this.#leftMs = this.remainingMs();
    this.#runningSinceMs = undefined;
  }

  resume(): void {
    this.#pauses -= 1;
    if (this.#pauses === 0) this.#start();
  }

  end(): void {
    this.#timer?.cancel();
  }

  #start(): void {
    this.#runningSinceMs = this.#machine.elapsedMs();
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

/** Runs work that may outlast the request, such as a record made after the answer. */
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

/** Returns the request's remaining time in milliseconds; undefined outside a request with a deadline. */
export const remainingMs = (): number | undefined => current.getStore()?.remainingMs();

/**
 * Returns the time for an append that begins now, in milliseconds; 0 = it must not begin; undefined outside a request with a deadline.
 * After a time above 0, the request counts as one that may have written.
 */
export const appendWithinMs = (): number | undefined => {
  const deadline = current.getStore();
  if (deadline === undefined) return undefined;
  const remaining = deadline.remainingMs() - SETTLING_MS;
  if (remaining > 0) deadline.mayHaveWritten = true;
  return Math.max(0, remaining);
};

/** Left of the deadline after an append, to report how it ended. */
const SETTLING_MS = 300;
