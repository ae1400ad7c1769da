import type { Core } from '#/api/composition/core.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { SCHEDULE_FROM_HOUR } from '#/domain/schedule/from-hour.ts';
import { isScheduledOn, type ScheduleDetails } from '#/domain/schedule/schedule.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { addDays, dayOf, hourOf, type Day, type Timestamp } from '#/domain/values/time.ts';
import { withdrawal } from '#/domain/withdrawal/decider.ts';
import { decode } from '#/ledger/codec.ts';
import { listLosses, type Loss } from '#/ledger/epochs/losses.ts';
import { withdrawalIdOf } from './request-withdrawal.ts';
import { findDoubt, scheduledCommandId, type RecordedSchedule } from './scheduled-outcome.ts';

/** Most days that a loss may take from the log: a nightly backup, restored after a weekend. */
const LOST_DAYS = 4;

/** The longest time between two scheduled days. */
const MONTH_DAYS = 31;

interface ScheduleHistory {
  readonly createdAt: Timestamp;
  /** Whether the schedule pays on this day, or did before it was changed. */
  readonly mayPayOn: (day: Day) => boolean;
}

const loadHistory = async (
  { store }: Pick<Core, 'store'>,
  { sellerId, details: present }: RecordedSchedule,
): Promise<ScheduleHistory> => {
  const recorded = (await store.readStream(streamOf('schedule', sellerId))).map(decode);
  const all: readonly Pick<ScheduleDetails, 'every'>[] = [
    present,
    ...recorded.flatMap((event) =>
      event.type === 'ScheduleCreated' || event.type === 'ScheduleRevised'
        ? [event.data.details]
        : [],
    ),
  ];
  return {
    createdAt: recorded[0]?.data.at ?? '',
    mayPayOn: (day) => all.some((details) => isScheduledOn(details, day)),
  };
};

/** The last day whose scheduled withdrawal the log may have lost. */
const lastLostDay = ({ until }: Loss): Day =>
  Number(hourOf(until)) < SCHEDULE_FROM_HOUR ? addDays(dayOf(until), -1) : dayOf(until);

/** More than a month after a loss, a schedule that was created since is probably a new one, which has lost nothing. */
const mayHaveLost = (loss: Loss, { createdAt }: ScheduleHistory, day: Day): boolean =>
  createdAt <= loss.until || day <= addDays(lastLostDay(loss), MONTH_DAYS);

/** Whether the withdrawal of a day was requested on that day. Then all withdrawals that were lost before had been asked about. */
const wasRequestedOn = async (
  { handler }: Pick<Core, 'handler'>,
  sellerId: string,
  day: Day,
): Promise<boolean> => {
  const withdrawalId = withdrawalIdOf(scheduledCommandId(sellerId, day));
  const { state } = await handler.load(withdrawal, streamOf('withdrawal', withdrawalId));
  return state.status !== 'NONE' && dayOf(state.requested.at) === day;
};

/** Returns the last day, from one to the other, whose withdrawal was requested on that day. */
const findLastRequested = async (
  core: Pick<Core, 'handler'>,
  sellerId: string,
  { mayPayOn }: ScheduleHistory,
  [after, until]: readonly [Day, Day],
): Promise<Day | undefined> => {
  for (let day = until; day > after; day = addDays(day, -1))
    if (mayPayOn(day) && (await wasRequestedOn(core, sellerId, day))) return day;
  return undefined;
};

/**
 * Returns the losses of which the seller, who can see what arrived, has not said that they matter no more: by setting the schedule again.
 * @throws Refused `withdrawal/may-be-paid` while the seller is to say so
 */
const listUnanswered = async (
  core: Pick<Core, 'handler'>,
  { sellerId, revision }: RecordedSchedule,
  losses: readonly Loss[],
): Promise<readonly Loss[]> => {
  const unanswered: Loss[] = [];
  for (const loss of losses.toReversed()) {
    const doubtedAt = await findDoubt(core, sellerId, loss.epoch);
    if (doubtedAt !== undefined && doubtedAt >= revision)
      throw new Refused('withdrawal/may-be-paid');
    if (doubtedAt !== undefined) break;
    unanswered.push(loss);
  }
  return unanswered;
};

const listDays = (loss: Loss): readonly Day[] => {
  const last = lastLostDay(loss);
  const days = Array.from({ length: LOST_DAYS + 1 }, (_, ago) => addDays(dayOf(loss.until), -ago));
  return days.filter((each) => each <= last);
};

/**
 * Lists the scheduled days whose withdrawals the log may have lost, the latest first. Their money may still show as available.
 * @throws Refused `withdrawal/may-be-paid` if no acquirer can tell, until the seller, who can see what arrived, sets the schedule again
 */
export const listDaysInDoubt = async (
  core: Pick<Core, 'handler' | 'ports' | 'store'>,
  scheduled: RecordedSchedule,
  day: Day,
): Promise<readonly Day[]> => {
  // The first epoch has lost nothing.
  if ((await core.ports.epoch()).number === 1) return [];
  const history = await loadHistory(core, scheduled);
  const losses = (await listLosses(core.store)).filter((loss) => mayHaveLost(loss, history, day));
  const [first] = losses;
  if (first === undefined) return [];
  const { sellerId } = scheduled;
  const period = [lastLostDay(first), day] as const;
  const requestedOn = await findLastRequested(core, sellerId, history, period);
  const open = losses.filter((loss) => !requestedOn || lastLostDay(loss) >= requestedOn);
  const days = (await listUnanswered(core, scheduled, open)).flatMap(listDays);
  return [...new Set(days)].filter(history.mayPayOn).toSorted().toReversed();
};
