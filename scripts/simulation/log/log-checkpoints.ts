import {
  guardCheckpoints,
  createMemoryCheckpoints,
  type Checkpoints,
  type EventRead,
  type Parked,
} from '#/ledger/checkpoints/checkpoints.ts';
import type { LogConnection } from './log-connection.ts';

/** A change of checkpoints, with its time. */
interface CheckpointWrite {
  readonly at: number;
  readonly again: (on: Checkpoints) => Promise<void>;
}

/** Checkpoints that are lost with their log: when a failover loses some time, changes of checkpoints from that time are lost too. */
export class SimulatedCheckpoints {
  readonly #now: () => number;
  readonly #isInLog: (event: EventRead) => Promise<boolean>;
  #kept: Checkpoints;
  #done: readonly CheckpointWrite[] = [];

  constructor(now: () => number, isInLog: (event: EventRead) => boolean) {
    this.#now = now;
    this.#isInLog = async (event) => isInLog(event);
    this.#kept = this.#createEmpty();
  }

  listParked(): Promise<readonly Parked[]> {
    return this.#kept.listParked();
  }

  /** Loses every change after a time. */
  async lose(after: number): Promise<void> {
    this.#done = this.#done.filter(({ at }) => at <= after);
    this.#kept = this.#createEmpty();
    for (const { again } of this.#done) await again(this.#kept);
  }

  /** Returns the checkpoints for one process: each call takes time, and is lost when the process dies. */
  handleOf(connection: LogConnection): Checkpoints {
    const of = [1, 10] as const;
    const read = <Answer>(what: string, about: string, effect: () => Promise<Answer>) =>
      connection.call(what, about, { of, effect });
    const write = (what: string, about: string, again: CheckpointWrite['again']): Promise<void> =>
      read(what, about, async () => {
        await again(this.#kept);
        this.#done = [...this.#done, { at: this.#now(), again }];
      });
    return {
      load: (name) => read('load checkpoint', name, () => this.#kept.load(name)),
      save: (name, position, last) =>
        write('save checkpoint', name, (on) => on.save(name, position, last)),
      park: (it, event) => write('park', it.position, (on) => on.park(it, event)),
      unpark: (it) => write('unpark', it.position, (on) => on.unpark(it)),
      listParked: () => read('read parked', '', () => this.#kept.listParked()),
    };
  }

  #createEmpty(): Checkpoints {
    return guardCheckpoints(createMemoryCheckpoints(''), this.#isInLog);
  }
}
