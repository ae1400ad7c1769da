import type { Timers } from '#/domain/ports/machine.ts';
import { thisMachine } from '#/ledger/machine.ts';
import { backOff } from '#/ledger/concurrency/backoff.ts';
import { unlessAborted } from '#/ledger/concurrency/unless-aborted.ts';
import { untilWoken } from '#/ledger/concurrency/until-woken.ts';
import {
  LogRewound,
  type Position,
  type Recorded,
  type SubscriptionMessage,
} from '#/ledger/event-store.ts';

interface Wait {
  /** The values of `generation` and `latest` before the log was read. */
  readonly generation: number;
  readonly latest: Position | undefined;
  readonly signal: AbortSignal;
  readonly atMostMs: number;
}

/** Wakes readers that wait for a newer position. */
export class NewPositionSignal {
  #latest: Position | undefined;
  #generation = 0;
  #rewinds = 0;
  readonly #waiting = new Set<() => void>();
  readonly #timers: Timers;

  constructor(timers: Timers = thisMachine) {
    this.#timers = timers;
  }

  get latest(): Position | undefined {
    return this.#latest;
  }

  /** Counts the interruptions during which an announcement may have been missed. */
  get generation(): number {
    return this.#generation;
  }

  /** Counts how often the log was found to have lost its newest events. */
  get rewinds(): number {
    return this.#rewinds;
  }

  /** Call when the log has lost its newest events: announced positions may no longer exist. */
  rewind(): void {
    this.#latest = undefined;
    this.#rewinds += 1;
    this.interrupt();
  }

  announce(position: Position): void {
    if (this.#latest !== undefined && position <= this.#latest) return;
    this.#latest = position;
    this.#ring();
  }

  interrupt(): void {
    this.#generation += 1;
    this.#ring();
  }

  /** Waits for an announced position beyond this one. Also ends at an interruption, when the signal aborts, and after `atMostMs`. */
  async waitBeyond(position: Position | undefined, { generation, latest, signal, atMostMs }: Wait) {
    const isSame = this.#latest === latest;
    const isBeyond = this.#latest !== undefined && !isSame && this.#latest > (position ?? '');
    if (isBeyond || generation !== this.#generation) return;
    const listen = (wake: () => void) => {
      this.#waiting.add(wake);
      return () => this.#waiting.delete(wake);
    };
    await untilWoken(listen, { atMostMs, signal, timers: this.#timers });
  }

  #ring(): void {
    for (const wake of this.#waiting) wake();
  }
}

export interface Tail {
  readonly after: Position | undefined;
  readonly maximumBatch: number;
  readonly signal: AbortSignal;
  readonly arrivals: NewPositionSignal;
  readonly readPage: (after: Position | undefined, limit: number) => Promise<readonly Recorded[]>;
  /** Longest wait for an announcement before the log is read anyway. */
  readonly pollMs: number;
  /** Called with the first of several failures to read in a row; the read is tried again. */
  readonly onOutage?: (cause: unknown) => void;
}

/**
 * Yields the events of a log, page by page, and waits for new ones. Sends `caught-up` when it reaches the end of the log. After an
 * interruption it sends `caught-up` again at the end.
 * @throws LogRewound
 */
export async function* tail(options: Tail): AsyncGenerator<SubscriptionMessage> {
  const { maximumBatch, signal, arrivals, readPage, pollMs, onOutage } = options;
  let position = options.after;
  let caughtUpIn: number | undefined;
  let failures = 0;
  const { rewinds } = arrivals;
  while (!signal.aborted) {
    if (arrivals.rewinds !== rewinds) throw new LogRewound();
    const { generation, latest } = arrivals;
    let page: readonly Recorded[] | undefined;
    try {
      page = await unlessAborted(readPage(position, maximumBatch), signal);
      failures = 0;
    } catch (error) {
      if (failures === 0) onOutage?.(error);
      caughtUpIn = undefined;
      await backOff(failures, { signal });
      failures += 1;
      continue;
    }
    if (page === undefined) return;
    if (arrivals.rewinds !== rewinds) throw new LogRewound();
    const last = page.at(-1);
    if (last !== undefined) {
      position = last.position;
      yield { kind: 'events', events: page, upTo: position };
    }
    if (page.length === maximumBatch) continue;
    if (caughtUpIn !== generation) {
      caughtUpIn = generation;
      yield { kind: 'caught-up' };
    }
    await arrivals.waitBeyond(position, { generation, latest, signal, atMostMs: pollMs });
  }
}
