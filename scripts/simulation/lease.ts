import { setTimeout as delay } from 'node:timers/promises';
import type { SimulatedProcess } from './process.ts';
import type { World } from './world.ts';

/** In milliseconds, as those of the product's leases. */
const LASTS = 5_000;
const BEATS_EVERY = [1, 1_000] as const;

/** Work that one process does at a time. */
export interface Background {
  readonly stop: () => Promise<void>;
}

/** A process that has the right, or waits for it. */
interface Turn {
  readonly process: SimulatedProcess;
  readonly begin: () => void;
  readonly lose: () => void;
}

/**
 * The right to do the background work, by the clock of the database: it passes to another process some time after its holder has
 * died, or when the holder stands still for too long. Such a holder goes on until it hears that it has lost the right, so for a
 * moment two may work. Renewals that come in time change nothing, and are no steps.
 */
export class SimulatedLease {
  readonly #world: World;
  readonly #waiting: Turn[] = [];
  #held: Turn | undefined;

  constructor(world: World) {
    this.#world = world;
  }

  /** Runs the work in the name of a process whenever it has the right to it; ends with the process. */
  async lead(process: SimulatedProcess, begin: () => Background): Promise<void> {
    while (!process.isDead) {
      const lost = Promise.withResolvers<void>();
      await process.call('take lease', '', {
        of: [1, 20],
        effect: () => this.#take(process, lost.resolve),
      });
      const background = begin();
      await lost.promise;
      // Until its next beat it does not know.
      await delay(this.#beat(process));
      await background.stop();
    }
  }

  #take(process: SimulatedProcess, lost: () => void): Promise<void> {
    return new Promise((begin) => {
      this.#waiting.push({ process, begin, lose: () => process.receive(lost) });
      process.ended.addEventListener('abort', () => this.#passOn(process), { once: true });
      process.onFrozen(() => this.#passOn(process));
      this.#give();
    });
  }

  /** Another process gets the right if its holder is still not there when it ends. */
  #passOn(process: SimulatedProcess): void {
    if (this.#held?.process !== process) return;
    this.#world.after(LASTS, `lease of ${process.name}`, () => {
      const held = this.#held;
      if (held?.process !== process || !process.isAway) return;
      this.#held = undefined;
      held.lose();
      this.#give();
    });
  }

  #give(): void {
    if (this.#held !== undefined) return;
    const index = this.#waiting.findIndex(({ process }) => !process.isAway);
    this.#held = index < 0 ? undefined : this.#waiting.splice(index, 1)[0];
    this.#held?.begin();
  }

  #beat({ name }: SimulatedProcess): number {
    return this.#world.draws.between(BEATS_EVERY, 'beat', name, this.#world.steps);
  }
}
