import {
  guardCheckpoints,
  createMemoryCheckpoints,
  requireSameRewinds,
  type Checkpoints,
  type EventRead,
  type Parked,
  type Reached,
} from '#/ledger/checkpoints/checkpoints.ts';
import type { LogConnection } from './log-connection.ts';

interface CheckpointWrite {
  /** Virtual time in milliseconds. */
  readonly at: number;
  /** Makes the change again. */
  readonly again: (on: Checkpoints) => Promise<unknown>;
}

/** Parameters of a call. */
interface Sent {
  readonly about?: string;
  readonly all: readonly unknown[];
}

/** A failover loses changes of checkpoints as it loses events. */
export class SimulatedCheckpoints {
  readonly #now: () => number;
  readonly #isInLog: (event: EventRead) => Promise<boolean>;
  readonly #eventAt: (position: Reached) => string;
  #checkpoints: Checkpoints;
  #writes: readonly CheckpointWrite[] = [];

  constructor(
    now: () => number,
    isInLog: (event: EventRead) => boolean,
    eventAt: (position: Reached) => string,
  ) {
    this.#now = now;
    this.#eventAt = eventAt;
    this.#isInLog = async (event) => isInLog(event);
    this.#checkpoints = this.#createEmpty();
  }

  listParked(): Promise<readonly Parked[]> {
    return this.#checkpoints.listParked();
  }

  /** Loses what was changed after this time. */
  async lose(after: number): Promise<void> {
    this.#writes = this.#writes.filter(({ at }) => at <= after);
    this.#checkpoints = this.#createEmpty();
    for (const { again } of this.#writes) await again(this.#checkpoints);
  }

  /** Each call takes time, and is lost when the process dies. */
  handleOf(connection: LogConnection): Checkpoints {
    const of = [1, 10] as const;
    const read = <Result>(what: string, sent: Sent, effect: () => Promise<Result>) => {
      const { about = '', all } = sent;
      return connection.call(what, about, { of, sent: all, effect });
    };
    const write = <Result>(
      what: string,
      sent: Sent,
      again: (on: Checkpoints) => Promise<Result>,
    ): Promise<Result> =>
      read(what, sent, async () => {
        const answer = await again(this.#checkpoints);
        this.#writes = [...this.#writes, { at: this.#now(), again }];
        return answer;
      });
    return {
      load: (...all) =>
        read('load checkpoint', { about: all[0], all }, () => this.#checkpoints.load(...all)),
      save: async (name, position, { rewinds, ...from } = {}) => {
        requireSameRewinds(connection.rewinds, rewinds);
        const about = `${name} ${this.#eventAt(position)}`;
        const all = [name, position, from] as const;
        await write('save checkpoint', { about, all }, (on) => on.save(...all));
      },
      park: (...all) =>
        write('park', { about: this.#eventAt(all[0].position), all }, (on) => on.park(...all)),
      unpark: async (parked, rewinds) => {
        requireSameRewinds(connection.rewinds, rewinds);
        const about = this.#eventAt(parked.position);
        await write('unpark', { about, all: [parked] }, (on) => on.unpark(parked));
      },
      listParked: () => read('read parked', { all: [] }, () => this.#checkpoints.listParked()),
      enqueue: (...all) => write('queue work', { about: all[0], all }, (on) => on.enqueue(...all)),
      listQueues: () => read('list queues', { all: [] }, () => this.#checkpoints.listQueues()),
      listQueued: (...all) =>
        read('read queue', { about: all[0], all }, () => this.#checkpoints.listQueued(...all)),
      dequeue: async (queue, works, rewinds) => {
        requireSameRewinds(connection.rewinds, rewinds);
        const all = [queue, works] as const;
        await write('dequeue work', { about: queue, all }, (on) => on.dequeue(...all));
      },
      countQueued: (...all) =>
        read('count queue', { about: all[0], all }, () => this.#checkpoints.countQueued(...all)),
    };
  }

  #createEmpty(): Checkpoints {
    return guardCheckpoints(createMemoryCheckpoints(''), {
      isInLog: this.#isInLog,
      rewinds: () => 0,
    });
  }
}
