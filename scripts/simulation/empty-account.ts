import { LARGEST_WITHDRAWAL, SELLER } from '#/scripts/simulation/history/catalogue.ts';
import type { Outcome } from '#/scripts/simulation/history/asking.ts';
import type { HistoryRunner } from '#/scripts/simulation/history/history-runner.ts';
import { MINUTE, SECOND } from '#/scripts/simulation/history/history.ts';
import { readShown } from '#/scripts/simulation/reads/rows.ts';
import { journalOf } from './journal.ts';
import type { Site } from './site.ts';

/** The least that may be withdrawn, in cents. */
const LEAST = 1_000;
/** Higher than the number of any input of a history. */
const LAST = 30_000;
const TRIES = 10;
const LOOKS_EVERY = 2 * SECOND;
const AVAILABLE = `receiver:${SELLER}:BRL:available`;

/**
 * Requests a withdrawal, again and again while there is no answer, since an answer may be lost.
 * @returns whether the money was held
 */
const withdraw = async (
  { log, world }: Site,
  runner: HistoryRunner,
  { nth, amount }: { readonly nth: number; readonly amount: number },
): Promise<boolean> => {
  const before = log.events.length;
  const isHeld = (): boolean =>
    log.events.slice(before).some(({ type }) => type === 'WithdrawalHeld');
  const refused: Outcome[] = [];
  const isOver = (): boolean => isHeld() || refused.length > 0;
  for (let tries = 0; tries < TRIES && !isOver(); tries += 1) {
    void runner.withdraw(nth, amount).then((done) => {
      if (done.outcome === 'refused') refused.push(done);
    });
    const until = world.now + MINUTE;
    while (world.now < until && !isOver()) await world.runUntil(world.now + LOOKS_EVERY);
  }
  return isHeld();
};

/** Withdraws the amount in as many parts as the platform's limit needs. @returns whether each part could be withdrawn */
const withdrawAll = async (site: Site, runner: HistoryRunner, all: number): Promise<boolean> => {
  let rest = all;
  for (let nth = LAST; rest >= LEAST; nth += 10) {
    const amount = Math.min(rest, LARGEST_WITHDRAWAL);
    if (!(await withdraw(site, runner, { nth, amount }))) return false;
    rest -= amount;
  }
  return true;
};

/**
 * Withdraws all that is available, and asks for more: each booking must count once.
 * @returns the faults found
 */
export const emptyAccount = async (
  site: Site,
  runner: HistoryRunner,
): Promise<readonly string[]> => {
  const { balances } = readShown(site.shared.reads.tables);
  const amount = balances.find(({ sellerId }) => sellerId === SELLER)?.available ?? 0;
  const isTaken = await withdrawAll(site, runner, amount);
  const isMoreTaken = await withdraw(site, runner, { nth: LAST + 1_000, amount: LEAST });
  const balance = journalOf(site.log.events)
    .filter(({ address }) => address === AVAILABLE)
    .reduce((sum, entry) => sum + entry.amount, 0);
  return [
    ...(isTaken ? [] : [`the seller is shown ${amount} cents, and cannot withdraw them`]),
    ...(isMoreTaken && balance < 0
      ? [`the seller withdrew ${-balance} cents that were not there`]
      : []),
  ];
};
