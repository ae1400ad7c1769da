import type { ProviderCases } from '#/adapters/payments/evidence/provider-cases.ts';
import { createDraws } from './draws.ts';
import { emptyAccount } from './empty-account.ts';
import { withoutMachine } from '#/scripts/simulation/machine/forbidden.ts';
import { scheduledCommandId } from '#/api/withdrawals/scheduled-outcome.ts';
import { withdrawalIdOf } from '#/api/withdrawals/request-withdrawal.ts';
import { FIRST_DAY, SELLER } from '#/scripts/simulation/history/catalogue.ts';
import { HistoryRunner } from '#/scripts/simulation/history/history-runner.ts';
import { MINUTE, type Input } from '#/scripts/simulation/history/history.ts';
import { waitForReadBacks, judgeDrained, judgeEnd, judgeQuiet, stayAwake } from './moments.ts';
import { countWaiting } from './waits.ts';
import { registrationsLeft } from '#/scripts/simulation/oracle/registrations.ts';
import { listWaiting, waitingTypesIn } from '#/scripts/simulation/oracle/books.ts';
import { Site } from './site.ts';
import type { SimulationConditions } from './conditions.ts';
import { World } from './world.ts';

/** The result of a run. */
export interface SimulationResult {
  /** Faults; empty = none was found. */
  readonly found: readonly string[];
  /** Ids of what waits for staff in the end. */
  readonly waiting: ReadonlySet<string>;
  readonly steps: number;
  /** How often each vice was met, and how often each command had each outcome. */
  readonly counts: ReadonlyMap<string, number>;
  /** How often each operation of a port was called, from the beginning of the history to the last event. */
  readonly calls: ReadonlyMap<string, number>;
  /** As `calls`, until 130 days later, when the last checks begin. */
  readonly reached: ReadonlyMap<string, number>;
}

const START = Date.parse(`${FIRST_DAY}T12:00:00.000Z`);
/**
 * How long a history usually lasts: longer if it has later inputs, shorter if nothing is open any more. Work that is still open at
 * its end continues whenever the machines are awake.
 */
const LASTS = 12 * MINUTE;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Sleeps of the machines after the last input; they wake shortly after each. Together 130 days. `isTraded`: new sales follow. */
const SLEEPS: readonly { readonly ms: number; readonly isTraded?: true }[] = [
  { ms: HOUR },
  { ms: 5 * HOUR },
  { ms: 18 * HOUR },
  { ms: DAY },
  { ms: DAY },
  { ms: DAY },
  // After each sleep with trade, another month has begun.
  { ms: 14 * DAY, isTraded: true },
  { ms: 30 * DAY, isTraded: true },
  { ms: 12 * DAY },
  { ms: 35 * DAY },
  { ms: 35 * DAY },
];
/** The longest time that the machines are awake after a sleep: enough for the product to find due work, and to finish it. */
const WAKES_FOR = MINUTE;
const TRADES_FOR = 2 * MINUTE;
const CONTRADICTS_FOR = 30 * MINUTE;
/** Higher than the number of any input of a history. */
const LATER = 20_000;
/** The machines wake this long before an input: enough for the product to do what was due meanwhile. */
const AWAKE_BEFORE = 5 * MINUTE;

/**
 * Lets the inputs of a history happen. If more than an hour passes before an input, the machines stay awake at most `LASTS` while
 * work is open, and then sleep.
 */
const runInputs = async (
  site: Site,
  runner: HistoryRunner,
  history: readonly Input[],
): Promise<void> => {
  const { world } = site;
  const beginning = world.now;
  for (const input of history) {
    world.after(input.at, `input ${input.nth} ${input.kind}`, () => runner.happen(input));
  }
  for (const { at } of history.toSorted((one, other) => one.at - other.at)) {
    if (beginning + at - world.now > HOUR) {
      await stayAwake(site, LASTS);
      await site.sleep(beginning + at - AWAKE_BEFORE - world.now);
    }
    await world.runUntil(beginning + at);
  }
};

/** Plays a history, lets time pass after it, and judges the product at every quiet moment. */
const play = async (site: Site, history: readonly Input[]): Promise<void> => {
  await site.begin();
  const runner = new HistoryRunner(site);
  const { world, deaths } = site;
  deaths.begin();
  await runInputs(site, runner, history);
  const last = Math.max(0, ...history.map(({ at }) => at));
  await world.runUntil(world.now + MINUTE);
  await stayAwake(site, Math.max(0, LASTS - last - MINUTE));
  await judgeQuiet(site);
  await drain(site, runner);
  await countWaiting(site);
  site.oracle.add(await emptyAccount(site, runner));
  await judgeEnd(site);
};

/** A buyer buys and the seller withdraws, in a later month. */
const trade = (runner: HistoryRunner, nth: number): void => {
  runner.happen({ at: 0, nth, kind: 'buy', method: 'PIX', isTwice: false, isPaid: true });
  runner.happen({ at: 0, nth: nth + 1, kind: 'withdraw', amount: 2_500 });
};

/** Lets 130 days pass after a history, with trade in two other months. By then all open work must have ended, or wait for staff. */
const drain = async (site: Site, runner: HistoryRunner): Promise<void> => {
  const { deaths, oracle } = site;
  for (const [nth, { ms, isTraded }] of SLEEPS.entries()) {
    await site.sleep(ms);
    const isLast = nth === SLEEPS.length - 1;
    // Nothing would ask again about what a process leaves open that dies now.
    if (isLast) deaths.callOff();
    runner.decideOpenCases(isLast);
    if (isTraded) {
      deaths.end();
      trade(runner, LATER + nth * 2);
    }
    await stayAwake(site, isTraded ? TRADES_FOR : WAKES_FOR);
    // An acquirer contradicts what staff decided wrongly, and may not answer the questions about it at once.
    if (isLast && oracle.misled.length > 0) await waitForReadBacks(site, CONTRADICTS_FOR);
    await judgeQuiet(site);
  }
  await judgeDrained(site);
};

/** Counts the payouts by the schedule of the first day. */
const countScheduled = ({ log, count }: Site): void => {
  const command = scheduledCommandId(SELLER, FIRST_DAY);
  const withdrawalId = withdrawalIdOf(command);
  if (log.stream(`withdrawal-${withdrawalId}`).some(({ type }) => type === 'WithdrawalSettled'))
    count('payout by schedule, done');
};

/** Counts the approved charges that were captured in a separate call. */
const countCaptured = ({ log, count }: Site): void => {
  const streams = new Set(
    log.events.flatMap(({ type, stream }) => (type === 'CaptureAttempted' ? [stream] : [])),
  );
  for (const stream of streams)
    if (log.stream(stream).some(({ type }) => type === 'PaymentApproved')) count('capture, done');
};

/**
 * Runs one history in a world under these conditions (seed, faults, acquirers), and judges the result. The same arguments give the same
 * result, byte for byte.
 */
export const simulate = (
  conditions: SimulationConditions,
  history: readonly Input[],
  providerCases: readonly ProviderCases<never>[],
): Promise<SimulationResult> =>
  withoutMachine(async () => {
    const { seed, variant, onLine } = conditions;
    const world = new World(createDraws(seed, variant), START, onLine);
    const site = new Site(world, conditions, providerCases);
    await play(site, history);
    countCaptured(site);
    countScheduled(site);
    for (const type of waitingTypesIn(site.log.events)) site.count(`waits: ${type}`);
    site.end();
    const { oracle, counts, deaths, log } = site;
    return {
      found: oracle.found,
      waiting: new Set([...listWaiting(log.events), ...registrationsLeft(log.events)]),
      steps: world.steps,
      counts,
      calls: deaths.calls,
      reached: deaths.reached,
    };
  });
