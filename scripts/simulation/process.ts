import type { Machine } from '#/domain/ports/machine.ts';
import { Deaths } from './deaths.ts';
import { createCounter } from './draws.ts';
import { machineOf } from '#/scripts/simulation/machine/machine.ts';
import { traceText } from './trace-text.ts';
import type { World } from './world.ts';

/** Milliseconds from a call to its effect, and from the effect to the answer. */
type Latency = readonly [toEffect: number, toAnswer: number];

/** How a call of a port takes effect. */
export interface Call<Answer> {
  /** Milliseconds, at least and at most, to the effect, and again to the answer. */
  readonly of: readonly [number, number];
  readonly effect: () => Promise<Answer>;
  /** All parameters, for the trace. */
  readonly sent: readonly unknown[];
  /** Further names of its operation. */
  readonly names?: readonly string[];
}

/** Returns a promise that never settles. A shared promise would keep everything that waits for it in memory, even from past worlds. */
const waitForever = (): Promise<never> => new Promise(() => undefined);

/**
 * One run of a process, from its start until it dies. Its objects reach the world only through its ports. When the process is dead,
 * nothing that it waits for comes; when it is frozen, everything comes late.
 */
export class SimulatedProcess {
  readonly name: string;
  /** Its source of time and of random numbers. */
  readonly machine: Machine;
  readonly #world: World;
  readonly #deaths: Deaths;
  readonly #late: (() => void)[] = [];
  readonly #onFrozen = new Set<() => void>();
  readonly #ending = new AbortController();
  readonly #countOf = createCounter();
  #underWay = 0;
  /** How far its wall clock is ahead, in milliseconds. */
  skewMs = 0;
  #isFrozen = false;

  constructor(world: World, name: string, deaths = new Deaths()) {
    this.#world = world;
    this.name = name;
    this.#deaths = deaths;
    this.machine = machineOf(world, this);
  }

  get isDead(): boolean {
    return this.#ending.signal.aborted;
  }

  /** Aborts when the process dies; for work that the world does on its behalf, such as following the log. */
  get ended(): AbortSignal {
    return this.#ending.signal;
  }

  /** Whether a call of a port is under way. */
  get isCalling(): boolean {
    return !this.isDead && this.#underWay > 0;
  }

  kill(): void {
    if (this.isDead) return;
    this.#world.note(`${this.name} died`);
    this.#late.length = 0;
    this.#ending.abort();
  }

  /** Whether it is dead or paused. */
  get isAway(): boolean {
    return this.isDead || this.#isFrozen;
  }

  /** Calls back whenever the process is paused. */
  onFrozen(callBack: () => void): void {
    this.#onFrozen.add(callBack);
  }

  freeze(): void {
    this.#isFrozen = true;
    for (const callBack of this.#onFrozen) callBack();
  }

  thaw(): void {
    this.#isFrozen = false;
    for (const comes of this.#late.splice(0)) comes();
  }

  /** Delivers something to the process: never when it is dead, later when it is frozen. */
  receive(comes: () => void): void {
    if (this.isDead) return;
    if (this.#isFrozen) this.#late.push(comes);
    else comes();
  }

  /**
   * Notes that a call begins. @returns a function that carries out the effect, unless the process dies before the effect; the process may
   * also die directly after it
   */
  reach(...names: readonly string[]): (effect: () => void) => void {
    const side = this.#deaths.of(names);
    return (effect) => {
      if (side !== 'before') effect();
      if (side !== undefined) this.kill();
    };
  }

  /**
   * Makes a call of a port. Its effect is one step, which happens even if the caller is frozen or dead by then; its answer is another step.
   * @param about the content of the call: with it, the call's random numbers do not depend on other calls
   * @param names further names of the operation, at which the process may die
   */
  call<Answer>(
    operation: string,
    about: string,
    { of, effect, sent, names = [] }: Call<Answer>,
  ): Promise<Answer> {
    if (this.isDead) return waitForever();
    const label = `${operation} ${about}`;
    const [toEffect, toAnswer] = this.#latency(of, label, this.#countOf(label));
    const line = `${this.name} ${label}`;
    this.#world.note(`${line} asks ${traceText(sent)}`);
    const reach = this.reach(operation, ...names);
    this.#underWay += 1;
    return new Promise<Answer>((resolve, reject) => {
      const answer = (settle: () => void, what: string, said: unknown) => {
        this.#world.note(`${line} ${what} ${traceText([said])}`);
        this.#world.after(toAnswer, `${line} ${what}`, () => {
          this.#underWay -= 1;
          this.receive(settle);
        });
      };
      // A sent call takes effect even if its sender has died since.
      this.#world.after(toEffect, line, () =>
        reach(() => {
          effect().then(
            (value) => answer(() => resolve(value), 'answers', value),
            (error: unknown) => answer(() => reject(error), 'fails', error),
          );
        }),
      );
    });
  }

  #latency([from, to]: readonly [number, number], label: string, nth: number): Latency {
    const { between } = this.#world.draws;
    const key = [this.name, label, nth];
    return [between([from, to], 'to effect', ...key), between([from, to], 'to answer', ...key)];
  }
}
