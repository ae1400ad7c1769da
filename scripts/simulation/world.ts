import type { Draws } from './draws.ts';

/** A copy, because a run forbids `setImmediate`. */
const schedule = setImmediate;

/** How many callbacks share a turn of the event loop: a turn costs more than most steps. */
const CALLBACKS = 128;
const waiting: (() => void)[] = [];
let callbacksLeft = 0;

const runCallback = (): void => {
  callbacksLeft -= 1;
  waiting.shift()?.();
};

/** Resolves once every promise that can continue has continued. */
const drainPromises = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve);
    if (callbacksLeft >= waiting.length) return;
    for (let nth = 0; nth < CALLBACKS; nth += 1) schedule(runCallback);
    callbacksLeft += CALLBACKS;
  });

/** An item at a virtual time. */
interface AgendaItem {
  readonly at: number;
  readonly ordinal: number;
  readonly what: () => void;
  /** The item's line in the trace. */
  readonly line: string;
}

export interface Cancelable {
  readonly cancel: () => void;
}

const isBefore = (one: AgendaItem, other: AgendaItem): boolean =>
  one.at < other.at || (one.at === other.at && one.ordinal < other.ordinal);

/** Planned items; the soonest one is taken first. */
class Agenda {
  readonly #items: AgendaItem[] = [];

  get size(): number {
    return this.#items.length;
  }

  add(item: AgendaItem): void {
    let [low, high] = [0, this.#items.length];
    // The soonest item is at the end, where taking it is cheap.
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = this.#items[middle];
      if (other !== undefined && isBefore(item, other)) low = middle + 1;
      else high = middle;
    }
    this.#items.splice(low, 0, item);
  }

  remove(item: AgendaItem): void {
    const index = this.#items.indexOf(item);
    if (index >= 0) this.#items.splice(index, 1);
  }

  soonest(): AgendaItem | undefined {
    return this.#items.at(-1);
  }

  take(): AgendaItem | undefined {
    return this.#items.pop();
  }
}

/** A thread of virtual time: effects of ports, answers, timers and inputs, one step after another. */
export class World {
  readonly draws: Draws;
  readonly #agenda = new Agenda();
  readonly #onLine: ((line: string) => void) | undefined;
  #now: number;
  #ordinal = 0;
  #steps = 0;
  #line = '';

  /** @param start epoch milliseconds @param onLine gets each line of the trace */
  constructor(draws: Draws, start: number, onLine?: (line: string) => void) {
    this.draws = draws;
    this.#now = start;
    this.#onLine = onLine;
  }

  /** True time in epoch milliseconds; clocks of processes may differ. */
  get now(): number {
    return this.#now;
  }

  get steps(): number {
    return this.#steps;
  }

  /** What the present step is about; empty before the first. */
  get line(): string {
    return this.#line;
  }

  /** Whether something is planned at or before `time`. */
  isBusyUntil(time: number): boolean {
    const next = this.#agenda.soonest();
    return next !== undefined && next.at <= time;
  }

  after(ms: number, line: string, what: () => void): Cancelable {
    this.#ordinal += 1;
    const planned = { at: this.#now + Math.max(0, ms), ordinal: this.#ordinal, what, line };
    this.#agenda.add(planned);
    return { cancel: () => this.#agenda.remove(planned) };
  }

  /** @param write writes a line of the trace; not called in a run without one, since it takes long */
  note(write: () => string): void {
    this.#onLine?.(`${this.#now} ${write()}\n`);
  }

  /** Carries out the soonest item, and lets the product continue until it waits. @returns false when nothing is planned */
  async step(): Promise<boolean> {
    const next = this.#agenda.take();
    if (next === undefined) return false;
    this.#now = Math.max(this.#now, next.at);
    this.#steps += 1;
    this.#line = next.line;
    this.note(() => next.line);
    next.what();
    await drainPromises();
    return true;
  }

  /** Lets time pass without steps. Items planned for that time come late, at its end. */
  sleep(ms: number): void {
    this.#now += ms;
    this.note(() => 'all have slept');
  }

  /** Carries out what is planned up to a time. */
  async runUntil(time: number): Promise<void> {
    while (this.isBusyUntil(time)) await this.step();
    this.#now = Math.max(this.#now, time);
  }
}
