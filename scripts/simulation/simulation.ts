import type { ProviderCases } from '#/adapters/payments/evidence/provider-cases.ts';
import { PLATFORM, SALE_BEFORE } from '#/scripts/simulation/history/catalogue.ts';
import { createDraws } from './draws.ts';
import { emptyAccount } from './empty-account.ts';
import { withoutMachine } from '#/scripts/simulation/machine/forbidden.ts';
import { Happenings } from '#/scripts/simulation/history/happenings.ts';
import { MINUTE, type Input } from '#/scripts/simulation/history/history.ts';
import { journalOf } from './journal.ts';
import { judgeRows } from '#/scripts/simulation/reads/judged-rows.ts';
import { projections } from '#/projections/registry.ts';
import { readAskedAgain, readFinalView } from '#/scripts/simulation/reads/rows.ts';
import { registrationsLeft } from '#/scripts/simulation/oracle/registrations.ts';
import { listWaiting, waitingTypesIn } from '#/scripts/simulation/oracle/books.ts';
import { Site } from './site.ts';
import type { Treatment } from './treatment.ts';
import { World } from './world.ts';

/** The result of a run. */
export interface Ran {
  /** Faults; empty = none was found. */
  readonly found: readonly string[];
  /** Names of what waits for staff in the end. */
  readonly waiting: ReadonlySet<string>;
  readonly steps: number;
  /** Hash of all steps, in order. */
  readonly hash: string;
  /** How often each vice was met, and how often each command had each outcome. */
  readonly counts: ReadonlyMap<string, number>;
  /** How often each operation of a port was called, from the beginning of the history to the last event. */
  readonly calls: ReadonlyMap<string, number>;
  /** The same until 130 days later, when the seller withdraws everything. */
  readonly reached: ReadonlyMap<string, number>;
}

const START = Date.parse('2026-11-23T12:00:00.000Z');
/**
 * How long a history lasts from its beginning, unless its inputs come later. Work that is open at its end continues each time that the
 * machines wake.
 */
const LASTS = 15 * MINUTE;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** How long the machines sleep after the history, one sleep after the other; together 130 days. */
const SLEEPS: readonly { readonly ms: number; readonly isTraded?: true }[] = [
  { ms: HOUR },
  { ms: 5 * HOUR },
  { ms: 18 * HOUR },
  { ms: DAY },
  { ms: DAY },
  { ms: DAY },
  // After each of these another month has begun.
  { ms: 14 * DAY, isTraded: true },
  { ms: 30 * DAY, isTraded: true },
  { ms: 12 * DAY },
  { ms: 35 * DAY },
  { ms: 35 * DAY },
];
/** How long the machines are awake between two sleeps: enough for the product to find due work, and to finish it. */
const WAKES_FOR = MINUTE;
const TRADES_FOR = 5 * MINUTE;
/** Nothing is recorded for this long before read models are judged: they lag by less. */
const RESTS_FOR = 2_000;
/** Higher than the number of any input of a history. */
const LATER = 20_000;

/** Plays a history, lets time pass after it, and judges the result. @returns the faults of balances and read models in the end */
const play = async (site: Site, history: readonly Input[]): Promise<readonly string[]> => {
  await site.begin();
  const happenings = new Happenings(site);
  const { world, oracle, banks, deaths } = site;
  const beginning = world.now;
  deaths.begin();
  for (const input of history) {
    world.after(input.at, `input ${input.nth} ${input.kind}`, () => happenings.happen(input));
  }
  const last = Math.max(0, ...history.map(({ at }) => at));
  await world.runUntil(beginning + Math.max(LASTS, last + MINUTE));
  oracle.judge(banks.flatMap((bank) => bank.movements()));
  oracle.judgeReceivers(receiversAt(banks), false);
  oracle.judgeNextLooks(await readAskedAgain(site.shared.reads.tables));
  await drain(site, happenings);
  // What is planned for a month's end would otherwise come while the seller withdraws everything.
  deaths.callOff();
  const emptied = await emptyAccount(site, happenings);
  await comeToRest(site);
  return [...emptied, ...(await judgeRows(site.shared.reads.tables, site.log.events, projections))];
};

/** Lets the read models catch up with the newest events. */
const comeToRest = async ({ world, log }: Site): Promise<void> => {
  for (let seen = -1; seen !== log.events.length;) {
    seen = log.events.length;
    await world.runUntil(world.now + RESTS_FOR);
  }
};

const receiversAt = (banks: Site['banks']) => banks.flatMap(({ receivers }) => receivers?.() ?? []);

/** A buyer buys and the seller withdraws, in a later month. */
const trade = (happenings: Happenings, nth: number): void => {
  happenings.happen({ at: 0, nth, kind: 'buy', method: 'PIX', isTwice: false, isPaid: true });
  happenings.happen({ at: 0, nth: nth + 1, kind: 'withdraw', amount: 2_500 });
};

/** Lets enough time pass that all open work must have ended, or wait for staff: 130 days, with trade in two other months. */
const drain = async (site: Site, happenings: Happenings): Promise<void> => {
  const { world, log, oracle, banks, deaths, shared } = site;
  for (const [nth, { ms, isTraded }] of SLEEPS.entries()) {
    await site.sleep(ms);
    if (isTraded) {
      deaths.end();
      trade(happenings, LATER + nth * 2);
    }
    await world.runUntil(world.now + (isTraded ? TRADES_FOR : WAKES_FOR));
    oracle.judgeNextLooks(await readAskedAgain(shared.reads.tables));
  }
  const parked = await log.checkpoints.listParked();
  const { events } = log;
  const drained = {
    events,
    entries: journalOf(events),
    banks: banks.flatMap((bank) =>
      bank.books().map(({ account, moved }) => ({
        acquirer: bank.id,
        account: account ?? PLATFORM,
        moved,
      })),
    ),
    parked: parked.map(({ policy, failure }) => `${policy} ${failure}`),
  };
  oracle.judgeDrained(drained, readFinalView(shared.reads.tables), SALE_BEFORE);
  oracle.judgeReceivers(receiversAt(banks), true);
};

/** Runs one history under one treatment, and judges the result. The same arguments give the same result, byte for byte. */
export const simulate = (
  treatment: Treatment,
  history: readonly Input[],
  evidence: readonly ProviderCases<never>[],
): Promise<Ran> =>
  withoutMachine(async () => {
    const { seed, onLine } = treatment;
    const world = new World(createDraws(seed), START, onLine);
    const site = new Site(world, treatment, evidence);
    const rows = await play(site, history);
    for (const type of waitingTypesIn(site.log.events)) site.count(`waits: ${type}`);
    site.end();
    const { oracle, counts, deaths, log } = site;
    return {
      found: [...oracle.found, ...rows],
      waiting: new Set([...listWaiting(log.events), ...registrationsLeft(log.events)]),
      steps: world.steps,
      hash: world.hash(),
      counts,
      calls: deaths.calls,
      reached: deaths.reached,
    };
  });
