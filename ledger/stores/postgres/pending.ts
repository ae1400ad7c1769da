import type { DatabaseError } from 'pg';
import type { Appended, NewEvent, Revision } from '#/ledger/event-store.ts';
import { AppendError } from '#/ledger/event-store.ts';
import { EventIdTaken } from '#/ledger/stores/append-request.ts';
import { decimalPosition } from '#/ledger/stores/decimal-position.ts';

const RETRY_AFTER_SECONDS = 1;

export const unavailableError = (cause?: unknown): AppendError =>
  new AppendError({ kind: 'unavailable', retryAfterSeconds: RETRY_AFTER_SECONDS }, { cause });

const UNIQUE_VIOLATION = '23505';

/** Returns the error of an append that the database refused: an event id is taken, or a value does not fit. */
export const createNotStoredError = (stream: string, cause: DatabaseError): Error =>
  cause.code === UNIQUE_VIOLATION
    ? new EventIdTaken(stream, { cause })
    : new TypeError(`the database cannot keep an event of ${stream}`, { cause });

/** Bytes that an event takes in addition to its text. */
const ROW_BYTES = 200;

export class PendingAppend {
  readonly stream: string;
  readonly events: readonly NewEvent[];
  /** The revision that the append expects; `ABSENT` for a new stream. */
  readonly before: Revision;
  /** Bytes that it adds to a flush, about. */
  readonly weight: number;
  readonly answer: Promise<Appended>;
  /** The append was sent, and the database may have committed it. */
  inDoubt = false;
  readonly #answer = Promise.withResolvers<Appended>();
  readonly #timer: NodeJS.Timeout;
  #settled = false;

  constructor(
    request: Pick<PendingAppend, 'stream' | 'events' | 'before'>,
    { bytes, timeoutMs }: { readonly bytes: number; readonly timeoutMs: number },
  ) {
    this.stream = request.stream;
    this.events = request.events;
    this.before = request.before;
    this.weight = bytes + ROW_BYTES * request.events.length;
    this.answer = this.#answer.promise;
    this.#timer = setTimeout(() => this.giveUp(), timeoutMs);
  }

  get settled(): boolean {
    return this.#settled;
  }

  /** @param ordinal of the last event, in the log */
  succeed(ordinal: number, duplicate: boolean): void {
    const revision = this.before + this.events.length;
    if (this.#settle())
      this.#answer.resolve({ revision, position: decimalPosition(ordinal), duplicate });
  }

  fail(error: Error): void {
    if (this.#settle()) this.#answer.reject(error);
  }

  /** Fails as `ambiguous` if the append may have been written, otherwise as `unavailable`. */
  giveUp(cause?: unknown): void {
    this.fail(
      this.inDoubt ? new AppendError({ kind: 'ambiguous' }, { cause }) : unavailableError(cause),
    );
  }

  #settle(): boolean {
    if (this.#settled) return false;
    this.#settled = true;
    clearTimeout(this.#timer);
    return true;
  }
}
