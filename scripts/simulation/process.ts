import type { Machine } from '#/domain/ports/machine.ts';
import { Deaths } from './deaths.ts';
import { createCounter } from './draws.ts';
import { machineOf } from '#/scripts/simulation/machine/machine.ts';
import { traceText } from './trace.ts';
import type { World } from './world.ts';

/** Milliseconds of each way. */
type Latency = readonly [toEffect: number, toAnswer: number];

export interface Call<Answer> {
  /** Milliseconds, at least and at most, for each way. */
  readonly of: readonly [number, number];
  readonly effect: () => Promise<Answer>;
  /** All parameters, for the trace. */
  readonly sent: readonly unknown[];
  readonly names?: readonly string[];
}

/** Returns a new promise each time: one for all would keep in memory what waits for it. */
const waitForever = (): Promise<never> => new Promise(() => undefined);

/** One run of a process. A dead process gets nothing, and a frozen one gets it late. */
export class SimulatedProcess {
  readonly name: string;
  /** Source of time and random numbers. */
  readonly machine: Machine;
  readonly #world: World;
  readonly #deaths: Deaths;
  readonly #late: (() => void)[] = [];
  readonly #onFrozen = new Set<() => void>();
  readonly #ending = new AbortController();
  readonly #countOf = createCounter();
  #underWay = 0;
  /** Milliseconds by which the wall clock is ahead. */
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

  /** Aborts when the process dies. */
  get ended(): AbortSignal {
    return this.#ending.signal;
  }

  /** Whether a living process waits for the answer to a call. */
  get isCalling(): boolean {
    return !this.isDead && this.#underWay > 0;
  }

  kill(): void {
    if (this.isDead) return;
    this.#world.note(() => `${this.name} died`);
    this.#late.length = 0;
    this.#ending.abort();
  }

  /** Whether the process is dead or paused. */
  get isAway(): boolean {
    return this.isDead || this.#isFrozen;
  }

  onFrozen(callBack: () => void): void {
    this.#onFrozen.add(callBack);
  }

  freeze(): void {
    this.#isFrozen = true;
    for (const callBack of this.#onFrozen) callBack();
  }

  thaw(): void {
    this.#isFrozen = false;
    for (const deliver of this.#late.splice(0)) deliver();
  }

  /** Delivers something: never to a dead process, and to a frozen one after it thaws. */
  receive(deliver: () => void): void {
    if (this.isDead) return;
    if (this.#isFrozen) this.#late.push(deliver);
    else deliver();
  }

  /** A call begins. @returns a function that carries out the effect, unless the process dies before it */
  reach(...names: readonly string[]): (effect: () => void) => void {
    const side = this.#deaths.of(names);
    return (effect) => {
      if (side !== 'before') effect();
      if (side !== undefined) this.kill();
    };
  }

  /**
   * Makes a call to something outside this process. The effect is one step of the simulation, the answer another.
   * @param about the content, so that random numbers do not depend on other calls
   * @param names of the operation, at which the process may die
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
    this.#world.note(() => `${line} asks ${traceText(sent)}`);
    const reach = this.reach(operation, ...names);
    this.#underWay += 1;
    return new Promise<Answer>((resolve, reject) => {
      const answer = (settle: () => void, what: string, content: unknown) => {
        this.#world.note(() => `${line} ${what} ${traceText([content])}`);
        this.#world.after(toAnswer, `${line} ${what}`, () => {
          this.#underWay -= 1;
          this.receive(settle);
        });
      };
      // A sent call takes effect even if its sender has died.
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
