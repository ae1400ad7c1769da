import { nameOf } from '#/adapters/payments/evidence/evidence.ts';
import type { ProviderCases } from '#/adapters/payments/evidence/provider-cases.ts';
import { Acquirer } from '#/scripts/simulation/banks/acquirer.ts';
import type { Bank, SentNotice } from '#/scripts/simulation/banks/bank.ts';
import {
  createCatalogue,
  PLATFORM,
  releaseEarlierSale,
} from '#/scripts/simulation/history/catalogue.ts';
import { Deaths } from './deaths.ts';
import { createCounter } from './draws.ts';
import { SECOND, type Place } from '#/scripts/simulation/history/history.ts';
import { SimulatedLog } from '#/scripts/simulation/log/log.ts';
import { ABSENT_AT_FIRST, createNetwork } from '#/scripts/simulation/banks/network.ts';
import { createLag } from '#/scripts/simulation/banks/lag.ts';
import { createNoticeRoad } from '#/scripts/simulation/banks/notice-road.ts';
import { Oracle } from '#/scripts/simulation/oracle/oracle.ts';
import { SimulatedProcess } from './process.ts';
import { startProduct, type Installation, type RunningProduct } from './product.ts';
import { openSandboxBank } from '#/scripts/simulation/banks/sandbox-bank.ts';
import { createShared, type Shared } from './shared.ts';
import type { SimulationConditions } from './conditions.ts';
import type { World } from './world.ts';

/** This acquirer only registers receivers, and gets no charges. */
const REGISTRAR = 'pagarme';

/** This acquirer captures a card in a call of its own. */
const CAPTURER = 'celcoin';

/** Milliseconds. */
const RESTARTS_AFTER = 5 * SECOND;

/** An installation of the product in its world. Processes start again whenever they die. */
export class Site {
  readonly counts = new Map<string, number>();
  readonly deaths = new Deaths((operation, side) => this.count(`dies ${side} ${operation}`));
  readonly oracle: Oracle;
  readonly world: World;
  readonly conditions: SimulationConditions;
  readonly log: SimulatedLog;
  readonly banks: readonly Bank[];
  /** Undefined = no acquirer gets cards. */
  readonly cardBank: Bank | undefined;
  readonly shared: Shared;
  /** Sends a notice to the product. */
  readonly tell: (notice: SentNotice) => void;
  readonly hasNoticesUnderWay: () => boolean;
  readonly #installation: Installation;
  readonly #running = new Map<Place, RunningProduct>();
  /** Milliseconds by which the clock at a place is ahead. */
  readonly #skews = new Map<Place, number>();
  /** Counts calls by label. */
  readonly #countCall = createCounter();
  readonly #countStart = createCounter();

  constructor(
    world: World,
    conditions: SimulationConditions,
    providerCases: readonly ProviderCases<never>[],
  ) {
    const { faultRates, acquirers: names, repetition, absence, isCaptured, silentMs } = conditions;
    const began = world.now;
    this.conditions = conditions;
    this.world = world;
    this.log = new SimulatedLog(
      world,
      (events) => {
        this.deaths.mark();
        this.oracle.steps.record(events);
      },
      (vice) => this.count(vice),
    );
    this.oracle = new Oracle(this.log, (acquirer) =>
      this.banks.some(({ id, isRepeatable }) => id === acquirer && isRepeatable),
    );
    const road = createNoticeRoad({
      world,
      faultRates,
      reach: (key) => this.#pickLiving(key),
      onVice: (vice) => this.count(vice),
      onReceived: (outcome) => this.count(`notice ${outcome}`),
    });
    this.tell = road.tell;
    this.hasNoticesUnderWay = () => !road.isEmpty();
    const isAbsent = createLag(world, faultRates[ABSENT_AT_FIRST] ?? 0, () =>
      this.count(`look-up: ${ABSENT_AT_FIRST}`),
    );
    this.banks = [...names, REGISTRAR, ...(isCaptured ? [CAPTURER] : [])].map((name) => {
      if (name === 'sandbox') return openSandboxBank(world, this.tell, isAbsent);
      const casesOfBank = providerCases.find((each) => nameOf(each) === name);
      if (!casesOfBank) throw new RangeError(`no acquirer is called ${name}`);
      const how = { repetition, absence, tell: this.tell, isAbsent };
      return new Acquirer({ world, providerCases: casesOfBank, ...how });
    });
    const cardBanks = this.banks.filter(({ cardToken }) => cardToken !== undefined);
    this.cardBank = cardBanks.find(({ id }) => id === CAPTURER) ?? cardBanks[0];
    const network = createNetwork({
      world,
      acquirers: this.banks,
      faultRates,
      isSilent: () => world.now < began + silentMs,
      onArrival: (acquirer, sent) => {
        const operation = acquirer.operationOf(sent);
        const charge = operation === 'capture' ? acquirer.chargeIn(sent) : undefined;
        this.oracle.writes.receive(acquirer, { ...sent, operation, charge });
      },
      onCarriedOut: (acquirer, sent, { status }) => {
        if (sent.method === 'GET') return;
        this.oracle.steps.move(acquirer.movements());
        if (status === repetition)
          this.count(`${acquirer.operationOf(sent)}: duplicate by ${status}`);
      },
      onVice: (vice, operation) => this.count(`${operation}: ${vice}`),
    });
    this.shared = createShared(world, this.log.eventAt);
    this.#installation = {
      log: this.log,
      shared: this.shared,
      banks: this.banks,
      networkOf: network.open,
      isAway: (label) => this.#isAway(label),
      onFailure: () => this.count('reported to staff'),
    };
  }

  /** Starts the product and creates the catalogue, before the log misbehaves. */
  async begin(): Promise<void> {
    this.#start(0);
    if (this.conditions.processes === 2) this.#start(1);
    const { core } = this.at(1);
    // Only a notice reports a chargeback.
    for (const bank of this.banks)
      if (bank.chargeBack) bank.notifyAt(core.ports.webhookUrl(bank.id, PLATFORM));
    void createCatalogue(core, this.banks, {
      routed: this.conditions.acquirers,
      cards: this.cardBank ? [this.cardBank.id] : [],
    });
    await this.#until('ReceivablesBooked');
    void releaseEarlierSale(core);
    await this.#until('ReceivablesReleased');
    this.log.manners = this.conditions.logFaultRates;
  }

  end(): void {
    for (const { process } of this.#running.values()) process.kill();
    for (const bank of this.banks) bank.close();
  }

  /** Returns the process at a place. With one process, every place leads to it. */
  at(place: Place): RunningProduct {
    const running = this.#running.get(this.#whereRuns(place));
    if (!running) throw new RangeError('no process was started there');
    return running;
  }

  #whereRuns(place: Place): Place {
    return this.conditions.processes === 1 ? 0 : place;
  }

  /** Sets the clock of a place; it stays set when the process there starts again. */
  setClock(place: Place, aheadMs: number): void {
    this.#skews.set(this.#whereRuns(place), aheadMs);
    this.at(place).process.skewMs = aheadMs;
  }

  /** Lets all machines sleep, once no call is under way. What is planned for the time of the sleep comes late, at its end. */
  async sleep(ms: number): Promise<void> {
    const isCalling = (): boolean =>
      [...this.#running.values()].some(({ process }) => process.isCalling);
    while (isCalling() && (await this.world.step()));
    this.world.sleep(ms);
  }

  /** Whether policies have acted on every event. */
  readonly hasActed = (): boolean => {
    const head = this.log.events.at(-1)?.position;
    return [...this.#running.values()].some(
      ({ process, actedUpTo }) => !process.isDead && actedUpTo() === head,
    );
  };

  readonly count = (name: string): void => {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
  };

  /** Picks one of the two places; undefined when the process there is dead. */
  #pickLiving(key: string): RunningProduct | undefined {
    const running = this.at(this.world.draws.chance('balanced to', key) < 0.5 ? 0 : 1);
    return running.process.isDead ? undefined : running;
  }

  async #until(type: string): Promise<void> {
    while (!this.log.events.some((event) => event.type === type)) {
      if (!(await this.world.step())) throw new Error(`${type} never happens`);
    }
  }

  #start(place: Place): void {
    const where = place === 0 ? 'first' : 'second';
    const name = `${where} (start ${this.#countStart(where)})`;
    const process = new SimulatedProcess(this.world, name, this.deaths);
    process.skewMs = this.#skews.get(place) ?? 0;
    process.ended.addEventListener('abort', () => {
      this.world.after(RESTARTS_AFTER, 'a start', () => this.#start(place));
    });
    this.#running.set(place, startProduct(this.#installation, process));
  }

  /** Whether a call of a shared part fails, as some calls do from the history's beginning on. */
  #isAway(label: string): boolean {
    const drawn = this.world.draws.chance('database away', label, this.#countCall(label));
    const isMet = drawn < this.log.manners.databaseAway;
    if (isMet) this.count('database away');
    return isMet;
  }
}
