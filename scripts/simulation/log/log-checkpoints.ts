import {
  createMemoryCheckpoints,
  type Checkpoints,
  type Parked,
} from '#/ledger/checkpoints/checkpoints.ts';
import type { LogConnection } from './log-connection.ts';

/** What was done to checkpoints, and when. */
interface Done {
  readonly at: number;
  readonly again: (on: Checkpoints) => Promise<void>;
}

/** Checkpoints that share the fate of their log: what was done to them in the time that it has lost is lost too. */
export class SimulatedCheckpoints {
  readonly #now: () => number;
  #kept = createMemoryCheckpoints('');
  #done: readonly Done[] = [];

  constructor(now: () => number) {
    this.#now = now;
  }

  parked(): Promise<readonly Parked[]> {
    return this.#kept.parked();
  }

  /** Loses everything after a time. */
  async lose(after: number): Promise<void> {
    this.#done = this.#done.filter(({ at }) => at <= after);
    this.#kept = createMemoryCheckpoints('');
    for (const { again } of this.#done) await again(this.#kept);
  }

  /** The checkpoints as one process has them: each call takes its time, and is lost with it. */
  handleOf(connection: LogConnection): Checkpoints {
    const of = [1, 10] as const;
    const read = <Answer>(what: string, about: string, effect: () => Promise<Answer>) =>
      connection.call(what, about, { of, effect });
    const write = (what: string, about: string, again: Done['again']): Promise<void> =>
      read(what, about, async () => {
        this.#done = [...this.#done, { at: this.#now(), again }];
        await again(this.#kept);
      });
    return {
      load: (name) => read('load checkpoint', name, () => this.#kept.load(name)),
      save: (name, position) => write('save checkpoint', name, (on) => on.save(name, position)),
      park: (it) => write('park', it.position, (on) => on.park(it)),
      unpark: (it) => write('unpark', it.position, (on) => on.unpark(it)),
      parked: () => read('read parked', '', () => this.#kept.parked()),
    };
  }
}
