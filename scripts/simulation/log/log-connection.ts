import { StoreAway, type Position } from '#/ledger/event-store.ts';
import type { Call, SimulatedProcess } from '#/scripts/simulation/process.ts';

/** A copy of the log. At each failover a new one takes over. */
export interface Copy {
  /** From 1. */
  readonly number: number;
  /** The last position when the copy took over; empty = no events. */
  readonly began: Position | '';
}

interface CurrentLog {
  readonly copy: () => Copy;
  readonly head: () => Position | '';
}

/** The connection led to a copy that was replaced. */
class ConnectionLost extends StoreAway {
  readonly to: Copy;

  constructor(to: Copy) {
    super('the log is another copy now');
    this.to = to;
  }
}

/** Another copy took over during the call. */
export class AnswerLost extends StoreAway {
  constructor() {
    super('the log became another copy before it answered');
  }
}

/** The connection of one process to the log. It notices a failover only when a call fails. */
export class LogConnection {
  readonly #process: SimulatedProcess;
  readonly #log: CurrentLog;
  #copy: Copy;
  #seen: Position | '';
  #rewinds = 0;

  /** Reads the head of the log first, as the real stores do. */
  constructor(process: SimulatedProcess, log: CurrentLog) {
    this.#process = process;
    this.#log = log;
    this.#copy = log.copy();
    this.#seen = log.head();
  }

  /** Aborts when the process dies. */
  get ended(): AbortSignal {
    return this.#process.ended;
  }

  get rewinds(): number {
    return this.#rewinds;
  }

  get lineage(): string {
    return `copy ${this.#copy.number}`;
  }

  /** Notes that the process has read or written up to this position. */
  see(position: Position | undefined): void {
    if (position !== undefined && position > this.#seen) this.#seen = position;
  }

  /** @throws StoreAway after a failover; AnswerLost if the effect may have taken place */
  async call<Result>(operation: string, about: string, how: Call<Result>): Promise<Result> {
    const effect = async (): Promise<Result> => {
      const current = this.#log.copy();
      if (current.number !== this.#copy.number) throw new ConnectionLost(current);
      return how.effect();
    };
    const copyNumber = this.#copy.number;
    try {
      const answer = await this.#process.call(operation, about, { ...how, effect });
      // Another call may have replaced the connection meanwhile.
      if (this.#copy.number !== copyNumber) throw new AnswerLost();
      return answer;
    } catch (error) {
      if (error instanceof ConnectionLost) this.#connect(error.to);
      throw error;
    }
  }

  #connect(to: Copy): void {
    if (to.number <= this.#copy.number) return;
    this.#copy = to;
    if (this.#seen > to.began) this.#rewinds += 1;
    this.#seen = this.#log.head();
  }
}
