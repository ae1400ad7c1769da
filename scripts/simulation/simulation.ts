import { nameOf } from '#/adapters/payments/evidence/evidence.ts';
import type { ProviderCases } from '#/adapters/payments/evidence/provider-cases.ts';
import { Acquirer, type Repetition } from './acquirer.ts';
import { buy, refund, withdraw } from './callers.ts';
import { createCatalogue, releaseEarlierSale } from './catalogue.ts';
import { Deaths } from './deaths.ts';
import { createDraws } from './draws.ts';
import { MINUTE, SECOND, type Input, type Place } from './history.ts';
import { SimulatedLog } from './log.ts';
import { KIND, type LogManners } from './log-manners.ts';
import { runAs, takeMachine } from './machine.ts';
import { createNetwork, type Temper } from './network.ts';
import { Oracle } from './oracle.ts';
import { SimulatedProcess } from './process.ts';
import { startProduct, type Installation, type RunningProduct } from './product.ts';
import { createShared } from './shared.ts';
import { World } from './world.ts';

/** How the world treats the product in one run. */
export interface Treatment {
  readonly seed: number;
  readonly temper: Temper;
  readonly manners: LogManners;
  /** Names of the acquirers that charge and pay out, in the order of their shares. */
  readonly acquirers: readonly string[];
  readonly repetition: Repetition;
  /** Gets each line of the trace. */
  readonly onLine?: (line: string) => void;
}

/** What came of a run. */
export interface Ran {
  /** What must not be; empty = nothing was found. */
  readonly found: readonly string[];
  readonly steps: number;
  /** Hash of all that happened, in its order. */
  readonly hash: string;
  /** How often each vice was met, and each command came to which end. */
  readonly counts: ReadonlyMap<string, number>;
  /** How often each operation of a port was called from the beginning of the history to the last event. */
  readonly calls: ReadonlyMap<string, number>;
}

const START = Date.parse('2026-11-23T12:00:00.000Z');
/** All waits of the product for a notice, a look-up or a retry are shorter. */
const LASTS = 40 * MINUTE;
const RESTARTS_AFTER = 5 * SECOND;
const STANDS_STILL = [SECOND, 40 * SECOND] as const;
const PAID_AFTER = [5 * SECOND, 3 * MINUTE] as const;

/** One world with its acquirers, its log, and two processes of the product. */
class Simulation {
  readonly counts = new Map<string, number>();
  readonly deaths = new Deaths((operation, side) => this.#count(`dies ${side} ${operation}`));
  readonly oracle: Oracle;
  readonly world: World;
  readonly #log: SimulatedLog;
  readonly #acquirers: Installation['acquirers'];
  readonly #installation: Installation;
  readonly #running = new Map<Place, RunningProduct>();
  readonly #paid: string[] = [];
  readonly #treatment: Treatment;
  readonly #labels = new Map<string, number>();
  #starts = 0;

  constructor(world: World, treatment: Treatment, evidence: readonly ProviderCases<never>[]) {
    const { temper, acquirers: names, repetition } = treatment;
    this.#treatment = treatment;
    this.world = world;
    this.#log = new SimulatedLog(world, () => this.deaths.mark());
    this.oracle = new Oracle(this.#log);
    this.#acquirers = names.map((name) => {
      const its = evidence.find((each) => nameOf(each) === name);
      if (!its) throw new RangeError(`no acquirer is called ${name}`);
      return { at: new Acquirer({ world, evidence: its, repetition }), evidence: its };
    });
    const network = createNetwork({
      world,
      acquirers: this.#acquirers.map(({ at }) => at),
      temper,
      onArrival: (acquirer, sent) => this.oracle.arrived(acquirer.id, sent),
      onVice: (vice, operation) => this.#count(`${operation}: ${vice}`),
    });
    this.#installation = {
      log: this.#log,
      shared: createShared(world),
      acquirers: this.#acquirers,
      networkOf: network.open,
      isAway: (label) => this.#isAway(label),
      onFailure: () => this.#count('reported to staff'),
    };
  }

  async play(history: readonly Input[]): Promise<void> {
    await this.#begin();
    const { world } = this;
    const beginning = world.now;
    this.deaths.begin();
    for (const input of history) {
      world.after(input.at, `input ${input.nth} ${input.kind}`, () => this.#happen(input));
    }
    await world.runUntil(beginning + LASTS);
    this.oracle.judge(this.#acquirers.flatMap(({ at }) => at.movements()));
  }

  end(): void {
    for (const { process } of this.#running.values()) process.kill();
  }

  /** Starts both processes and makes what there is to sell, before the log becomes unkind. */
  async #begin(): Promise<void> {
    this.#start(0);
    this.#start(1);
    const { process, core } = this.#at(1);
    const accounts = this.#acquirers.map(({ at }) => at);
    void runAs(process, () => createCatalogue(core, accounts));
    await this.#until('ReceivablesBooked');
    void runAs(process, () => releaseEarlierSale(core));
    await this.#until('ReceivablesReleased');
    this.#log.manners = this.#treatment.manners;
  }

  /** The database that all processes share does not answer now and then, from the history's beginning on. */
  #isAway(label: string): boolean {
    const nth = (this.#labels.get(label) ?? 0) + 1;
    this.#labels.set(label, nth);
    return this.world.draws.chance('database away', label, nth) < this.#log.manners.databaseAway;
  }

  async #until(type: string): Promise<void> {
    while (!this.#log.events.some((event) => event.type === type)) {
      if (!(await this.world.step())) throw new Error(`${type} never happens`);
    }
  }

  #start(place: Place): void {
    this.#starts += 1;
    const name = `${place === 0 ? 'first' : 'second'} (start ${this.#starts})`;
    const process = new SimulatedProcess(this.world, name, this.deaths);
    process.ended.addEventListener('abort', () => {
      this.world.after(RESTARTS_AFTER, 'a start', () => this.#start(place));
    });
    this.#running.set(place, startProduct(this.#installation, process));
  }

  #at(place: Place): RunningProduct {
    const running = this.#running.get(place);
    if (!running) throw new RangeError('no process was started there');
    return running;
  }

  #happen(input: Input): void {
    const { nth, kind } = input;
    const place: Place = nth % 2 === 0 ? 0 : 1;
    switch (kind) {
      case 'buy':
        this.#ask(kind, place, (core) => this.#buy(core, input));
        if (input.isTwice) {
          const other = place === 0 ? 1 : 0;
          this.#ask('buy again', other, (core) => buy(core, nth, this.#keyOfTwin(nth)));
        }
        return;
      case 'withdraw':
        return this.#ask(kind, place, (core) => withdraw(core, nth, input.amount));
      case 'refund': {
        const paymentId = this.#paid[nth % Math.max(1, this.#paid.length)];
        if (paymentId === undefined) return;
        const { amount } = input;
        return this.#ask(kind, place, (core) => refund(core, nth, { paymentId, amount }));
      }
      case 'kill':
        return this.#at(input.place).process.kill();
      case 'die':
        return this.deaths.await(input);
      case 'failover':
        this.#count('failover');
        return this.#log.failOver(input.losesMs);
      case 'freeze':
        return this.#freeze(input);
    }
  }

  #freeze({ nth, place }: Extract<Input, { readonly kind: 'kill' | 'freeze' }>): void {
    const { process } = this.#at(place);
    process.freeze();
    const ms = this.world.draws.between(STANDS_STILL, 'stands still', nth);
    this.world.after(ms, `${process.name} goes on`, () => process.thaw());
  }

  /** A caller asks a process. What it answers is counted; a dead process answers nothing. */
  #ask(what: string, place: Place, call: (core: RunningProduct['core']) => Promise<unknown>): void {
    const { process, core } = this.#at(place);
    const answered = (how: string): void => this.#count(`${what}, ${how}`);
    process.receive(() => {
      void runAs(process, () => call(core)).then(
        () => answered('done'),
        () => answered('refused'),
      );
    });
  }

  async #buy(
    core: RunningProduct['core'],
    { nth, isPaid }: Extract<Input, { readonly kind: 'buy' }>,
  ): Promise<void> {
    const paymentId = await buy(core, nth);
    if (!isPaid) return;
    const ms = this.world.draws.between(PAID_AFTER, 'paid after', nth);
    this.world.after(ms, `buyer ${nth} pays`, () => this.#pay(paymentId));
  }

  /** A browser that presses twice may do so under one key or two. */
  #keyOfTwin(nth: number): string {
    return this.world.draws.chance('another key', nth) < 0.5 ? `buy-${nth}` : `buy-${nth}-again`;
  }

  /** A buyer pays the code that the payment shows. */
  #pay(paymentId: string): void {
    const shown = this.#log
      .stream(`payment-${paymentId}`)
      .findLast(({ type }) => type === 'PaymentSubmitted');
    if (shown === undefined) return;
    const { transactionId } = Object(JSON.parse(shown.data));
    for (const { at } of this.#acquirers) at.pay(String(transactionId));
    this.#paid.push(paymentId);
  }

  #count(name: string): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
  }
}

/** Runs one history under one treatment, and judges it. The same arguments give the same result, byte for byte. */
export const simulate = async (
  treatment: Treatment,
  history: readonly Input[],
  evidence: readonly ProviderCases<never>[],
): Promise<Ran> => {
  const { seed, onLine } = treatment;
  const world = new World(createDraws(seed), START, onLine);
  const giveBack = takeMachine(world);
  try {
    const simulation = new Simulation(world, treatment, evidence);
    await simulation.play(history);
    simulation.end();
    const { oracle, counts, deaths } = simulation;
    const { found } = oracle;
    return { found, steps: world.steps, hash: world.hash(), counts, calls: deaths.calls };
  } finally {
    giveBack();
  }
};

/** A log and acquirers that do what they are asked. */
export const kindly = (seed: number, acquirers: readonly string[]): Treatment => ({
  seed,
  temper: {},
  manners: KIND,
  acquirers,
  repetition: 'once',
});
