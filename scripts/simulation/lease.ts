import { setTimeout as delay } from 'node:timers/promises';
import type { SimulatedProcess } from './process.ts';
import type { World } from './world.ts';

/** In milliseconds, as those of the product's leases. */
const LASTS = 5_000;
const BEATS_EVERY = 1_000;

/** Work that one process does at a time. */
export interface Background {
  readonly stop: () => Promise<void>;
}

/**
 * The right to do the background work, by the clock of the database: free when it was not renewed in time, and at once when its
 * holder is dead. A holder that stood still goes on until it hears that it has lost the right, so for a moment two may work.
 */
export class SimulatedLease {
  readonly #world: World;
  #holder: SimulatedProcess | undefined;
  #until = 0;

  constructor(world: World) {
    this.#world = world;
  }

  /** Runs the work in the name of a process whenever it has the right to it; ends with the process. */
  async lead(process: SimulatedProcess, begin: () => Background): Promise<void> {
    let background: Background | undefined;
    while (!process.isDead) {
      const isHeld = await process.call('lease', {
        of: [1, 20],
        effect: async () => this.#renew(process),
      });
      if (isHeld) background ??= begin();
      else {
        await background?.stop();
        background = undefined;
      }
      await delay(BEATS_EVERY);
    }
  }

  #renew(process: SimulatedProcess): boolean {
    const { now } = this.#world;
    const isFree = this.#holder === undefined || this.#holder.isDead || this.#until < now;
    if (!isFree && this.#holder !== process) return false;
    this.#holder = process;
    this.#until = now + LASTS;
    return true;
  }
}
