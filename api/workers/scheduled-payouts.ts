import pLimit from 'p-limit';
import type { Core } from '#/api/composition/core.ts';
import { bookLostPayouts } from '#/api/withdrawals/lost-scheduled-payouts.ts';
import { requestWithdrawal } from '#/api/withdrawals/request-withdrawal.ts';
import {
  recordDoubt,
  recordScheduledRefusal,
  wasRefusedOn,
  type RecordedSchedule,
} from '#/api/withdrawals/scheduled-outcome.ts';
import {
  isUnpaid,
  listRequests,
  type ScheduledRequest,
} from '#/api/withdrawals/scheduled-requests.ts';
import {
  findLeftOfDay,
  loadBalance,
  requireEverPossible,
  type Balance,
  withdrawalTerms,
} from '#/api/withdrawals/withdrawal-terms.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { SCHEDULE_FROM_HOUR } from '#/domain/schedule/from-hour.ts';
import { isScheduledOn, schedule } from '#/domain/schedule/schedule.ts';
import { dayOf, hourOf, type Day, type Timestamp } from '#/domain/values/time.ts';
import { isComparable, type Position } from '#/ledger/event-store.ts';
import type { ScheduleRow } from '#/projections/schedules.ts';
import { every } from './every.ts';

const SWEEP_MS = 60_000;
const SIDE_BY_SIDE = 4;
const PAGE = 500;

export interface DueSchedules {
  /** A page of the active schedules, in the order of sellers' ids. */
  readonly listSchedulesAfter: (sellerId: string, limit: number) => Promise<readonly ScheduleRow[]>;
  readonly pausedUntil: (
    sellerId: string,
    destinationId?: string,
  ) => Promise<Timestamp | undefined>;
}

interface ScheduledDependencies extends DueSchedules {
  readonly core: Core;
  readonly onFailure: (error: unknown) => void;
}

interface ActiveSchedule extends RecordedSchedule {
  /** Position of its last change. */
  readonly position: Position | undefined;
}

/** Reads the record, because rows may still show a schedule that has ended or changed. */
const findScheduled = async (
  { handler }: Core,
  sellerId: string,
  day: Day,
): Promise<ActiveSchedule | undefined> => {
  const { state, position } = await handler.load(schedule, streamOf('schedule', sellerId));
  if (state.status !== 'ACTIVE' || !isScheduledOn(state.details, day)) return undefined;
  const { details, revision } = state;
  return { sellerId, details, revision, position };
};

const isAfter = (position: Position | undefined, other: Position | undefined): boolean =>
  position !== undefined &&
  other !== undefined &&
  isComparable(position, other) &&
  position > other;

/** Finds the request of a day. If its payout failed or came back, and the schedule was changed since, the day has another request. */
const findRequest = async (
  { handler }: Core,
  { sellerId, position }: ActiveSchedule,
  day: Day,
): Promise<ScheduledRequest> => {
  const requests = await listRequests({ handler }, sellerId, day);
  const request = requests.find((each) => !isUnpaid(each) || !isAfter(position, each.position));
  if (!request) throw new Error(`no request of ${day}`);
  return request;
};

/** The amount is everything available within the limits; undefined = that is too little. @throws Refused as `requireEverPossible` */
const decideAmount = async (
  core: Core,
  { sellerId, details: { platformId, minimum: chosenMinimum } }: RecordedSchedule,
  { settings, available }: Balance,
): Promise<number | undefined> => {
  requireEverPossible(settings, chosenMinimum);
  const { largest = Infinity, largestPerDay } = settings.withdrawals;
  const leftOfDay = await findLeftOfDay(core, { sellerId, platformId }, largestPerDay);
  const amount = Math.min(available, largest, leftOfDay ?? Infinity);
  return amount >= Math.max(withdrawalTerms(settings).minimum, chosenMinimum) ? amount : undefined;
};

/**
 * Requests the withdrawal of a day. A second request with the same id is the same withdrawal. Payouts that the log has lost are booked
 * first; nothing else is paid on such a day.
 * @throws Refused as for a request by the seller; AppendError `unavailable` while an acquirer cannot tell whether it made a lost payout;
 * Refused `withdrawal/may-be-paid` if none ever can, until the seller sets the schedule again
 */
const payBySchedule = async (
  dependencies: ScheduledDependencies,
  scheduled: ActiveSchedule,
  day: Day,
): Promise<void> => {
  const { core } = dependencies;
  const { sellerId, details } = scheduled;
  const { destinationId, platformId } = details;
  const balance = await loadBalance(core, { sellerId, platformId });
  if (balance.available <= 0) {
    // Not even a lost payout can be booked.
    requireEverPossible(balance.settings, details.minimum);
    return;
  }
  const pausedUntil = (to?: string) => dependencies.pausedUntil(sellerId, to);
  const lost = await bookLostPayouts({ core, pausedUntil }, scheduled);
  const { isBooked, later, doubted, doubtedToday } = lost;
  if (later) throw later;
  if (isBooked) return;
  const amount = await decideAmount(core, scheduled, balance);
  if (amount === undefined) return;
  for (const each of doubted) await recordDoubt(core, scheduled, each);
  if (doubted.length > 0) throw new Refused('withdrawal/may-be-paid');
  const { commandId, idSince } = await findRequest(core, scheduled, day);
  const by = { commandId, platform: platformId, actor: 'system', idSince } as const;
  const caller = { sellerId, platformId };
  const input = { amount, destinationId };
  try {
    await requestWithdrawal(input, { core, caller, once: (run) => run(by), pausedUntil });
  } catch (error) {
    const isInDoubt = error instanceof Refused && error.code === 'withdrawal/may-be-paid';
    if (isInDoubt && doubtedToday) await recordDoubt(core, scheduled, doubtedToday);
    throw error;
  }
};

/**
 * Pays sellers on their scheduled days. After a payout, a refusal or too little money, a process does not try a seller again that day,
 * unless the schedule was changed (people.159).
 */
export const startScheduledPayouts = (dependencies: ScheduledDependencies) => {
  const { core, listSchedulesAfter, onFailure } = dependencies;
  let [today, epoch]: readonly [Day, number] = ['', 0];
  /** By seller, the last revision of the schedule that was tried today. After a loss in the log, a revision may be another schedule. */
  const tried = new Map<string, number>();

  const pay = async ({ sellerId, details, revision }: ScheduleRow, day: Day): Promise<void> => {
    // Most schedules are for other days: their rows say so, and the record need not be read.
    if ((tried.get(sellerId) ?? -1) >= revision || !isScheduledOn(details, day)) return;
    const scheduled = await findScheduled(core, sellerId, day);
    if (scheduled === undefined) return;
    try {
      // Another process may have recorded the refusal.
      if (!(await wasRefusedOn(core, scheduled, day)))
        await payBySchedule(dependencies, scheduled, day);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      await recordScheduledRefusal(core, scheduled, day, error);
    }
    tried.set(sellerId, scheduled.revision);
  };

  return every(
    { everyMs: SWEEP_MS, timers: core.machine },
    async (signal) => {
      const now = core.now();
      if (!core.ports.isClockTrue() || Number(hourOf(now)) < SCHEDULE_FROM_HOUR) return;
      const day = dayOf(now);
      const { number } = await core.epochs.current();
      if (day !== today || number !== epoch) tried.clear();
      [today, epoch] = [day, number];
      let lastSellerId = '';
      for (;;) {
        const rows = await listSchedulesAfter(lastSellerId, PAGE);
        await pLimit(SIDE_BY_SIDE).map(rows, (row) => pay(row, day).catch(onFailure));
        lastSellerId = rows.at(-1)?.sellerId ?? '';
        if (rows.length < PAGE || signal.aborted) return;
      }
    },
    onFailure,
  );
};
