import { projections } from '#/projections/registry.ts';
import { PLATFORM, SALE_BEFORE } from '#/scripts/simulation/history/catalogue.ts';
import { judgeRows } from '#/scripts/simulation/reads/judged-rows.ts';
import {
  isAnyDue,
  readAskedAgain,
  readOpenCases,
  readShown,
} from '#/scripts/simulation/reads/rows.ts';
import type { BooksState } from '#/scripts/simulation/oracle/books.ts';
import { journalOf } from './journal.ts';
import type { Site } from './site.ts';

/** Milliseconds without a record, while the product is at rest. */
const RESTS_FOR = 2_000;
/** Milliseconds to come to rest: longer than a dead process's lease, and than the pause before a retry. */
const UNREST = 90_000;

/** Milliseconds: after a sleep, processes first compare clocks and choose a leader. */
const AWAKE_FOR = 10_000;

const names = projections.map(({ name }) => name);

/** Whether read models and policies have followed the log to its end, and no work is parked. */
const hasFollowed = async ({ log, shared, hasActed }: Site): Promise<boolean> => {
  const head = log.events.at(-1)?.position;
  const live = await shared.reads.tables.live(names);
  const isShown = live.every(({ status, position }) => status === 'live' && position === head);
  if (!isShown || live.length < names.length || !hasActed()) return false;
  return (await log.checkpoints.listParked()).length === 0;
};

/** Waits until nothing is recorded for a while and `holds` is true. @returns whether it became true */
const rest = async (
  { world, log }: Site,
  atMostMs: number,
  holds: () => Promise<boolean>,
): Promise<boolean> => {
  const until = world.now + atMostMs;
  for (let eventsBefore = -1; world.now < until;) {
    if (eventsBefore === log.events.length && (await holds())) return true;
    eventsBefore = log.events.length;
    await world.runUntil(Math.min(until, world.now + RESTS_FOR));
  }
  return false;
};

/** Waits a while for the product to finish its work. @returns whether it has */
const waitForRest = (site: Site): Promise<boolean> => rest(site, UNREST, () => hasFollowed(site));

/** Waits until the product has nothing to do, at most `atMostMs`. */
export const stayAwake = async (site: Site, atMostMs: number): Promise<void> => {
  const { world, shared } = site;
  const isIdle = async (): Promise<boolean> =>
    (await hasFollowed(site)) && !(await isAnyDue(shared.reads.tables, world.now));
  await world.runUntil(world.now + Math.min(AWAKE_FOR, atMostMs));
  await rest(site, atMostMs - AWAKE_FOR, isIdle);
};

/** Lets time pass until no notice is under way or waits for a read-back any more, but at most `atMostMs`. */
export const waitForReadBacks = async (site: Site, atMostMs: number): Promise<void> => {
  const { counts } = site.shared.openNotices();
  await rest(
    site,
    atMostMs,
    async () => !site.hasNoticesUnderWay() && (await counts()).genuine === 0,
  );
};

const stateOf = async ({ log, banks, shared, oracle }: Site): Promise<BooksState> => ({
  events: log.events,
  entries: journalOf(log.events),
  banks: banks.flatMap((bank) =>
    bank.books().map(({ account, moved }) => ({
      acquirer: bank.id,
      account: account ?? PLATFORM,
      moved,
    })),
  ),
  parked: (await log.checkpoints.listParked()).map(({ policy, failure }) => `${policy} ${failure}`),
  waiting: readOpenCases(shared.reads.tables).flatMap(({ kind, id, paymentId }) =>
    kind === 'REGISTRATION' ? [] : [id, paymentId ?? id],
  ),
  misled: oracle.misled,
});

const receiversAt = ({ banks }: Site) => banks.flatMap(({ receivers }) => receivers?.() ?? []);

/** Compares the read models with a rebuild. */
const judgeReadModels = async ({ oracle, shared, log }: Site): Promise<void> => {
  oracle.add(await judgeRows(shared.reads.tables, log.events, projections));
};

/** Books and shown data are judged only if the product has come to rest. */
export const judgeQuiet = async (site: Site): Promise<void> => {
  const { oracle, shared, banks } = site;
  const { tables } = shared.reads;
  const isAtRest = await waitForRest(site);
  oracle.judge(banks.flatMap((bank) => bank.movements()));
  oracle.judgeReceivers(receiversAt(site), false);
  oracle.judgeNextReadBacks(await readAskedAgain(tables));
  site.count(isAtRest ? 'moments at rest' : 'moments without rest');
  if (!isAtRest) return;
  oracle.judgeQuiet(await stateOf(site), readShown(tables), SALE_BEFORE);
  await judgeReadModels(site);
};

/** Judges the moment when everything must have ended, or wait for staff. */
export const judgeDrained = async (site: Site): Promise<void> => {
  const { oracle, shared } = site;
  oracle.judgeDrained(await stateOf(site), readShown(shared.reads.tables), SALE_BEFORE);
  oracle.judgeReceivers(receiversAt(site), true);
};

export const judgeEnd = async (site: Site): Promise<void> => {
  await waitForRest(site);
  await judgeReadModels(site);
};
