import {
  guardCheckpoints,
  createMemoryCheckpoints,
  type Checkpoints,
  type EventRead,
  type Parked,
  type Reached,
} from '#/ledger/checkpoints/checkpoints.ts';
import type { LogConnection } from './log-connection.ts';

/** A change of checkpoints, with its time. */
interface CheckpointWrite {
  readonly at: number;
  readonly again: (on: Checkpoints) => Promise<unknown>;
}

/** Checkpoints that are lost with their log: when a failover loses some time, changes of checkpoints from that time are lost too. */
export class SimulatedCheckpoints {
  readonly #now: () => number;
  readonly #isInLog: (event: EventRead) => Promise<boolean>;
  readonly #eventAt: (position: Reached) => string;
  #kept: Checkpoints;
  #done: readonly CheckpointWrite[] = [];

  constructor(
    now: () => number,
    isInLog: (event: EventRead) => boolean,
    eventAt: (position: Reached) => string,
  ) {
    this.#now = now;
    this.#eventAt = eventAt;
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
    const read = <Result>(what: string, about: string, effect: () => Promise<Result>) =>
      connection.call(what, about, { of, effect });
    const write = <Result>(
      what: string,
      about: string,
      again: (on: Checkpoints) => Promise<Result>,
    ): Promise<Result> =>
      read(what, about, async () => {
        const answer = await again(this.#kept);
        this.#done = [...this.#done, { at: this.#now(), again }];
        return answer;
      });
    return {
      load: (name) => read('load checkpoint', name, () => this.#kept.load(name)),
      save: (name, position, last) =>
        write('save checkpoint', `${name} ${this.#eventAt(position)}`, (on) =>
          on.save(name, position, last),
        ),
      park: (it, event) => write('park', this.#eventAt(it.position), (on) => on.park(it, event)),
      unpark: (it) => write('unpark', this.#eventAt(it.position), (on) => on.unpark(it)),
      listParked: () => read('read parked', '', () => this.#kept.listParked()),
      enqueue: (queue, works, last) =>
        write('queue work', queue, (on) => on.enqueue(queue, works, last)),
      listQueues: () => read('list queues', '', () => this.#kept.listQueues()),
      listQueued: (queue, limit) =>
        read('read queue', queue, () => this.#kept.listQueued(queue, limit)),
      dequeue: (queue, works) => write('dequeue work', queue, (on) => on.dequeue(queue, works)),
      countQueued: (queue) => read('count queue', queue, () => this.#kept.countQueued(queue)),
    };
  }

  #createEmpty(): Checkpoints {
    return guardCheckpoints(createMemoryCheckpoints(''), this.#isInLog);
  }
}
