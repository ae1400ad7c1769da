import type { Core } from '#/api/composition/core.ts';
import { SCHEDULE_FROM_HOUR } from '#/domain/schedule/from-hour.ts';
import { isScheduledOn, type ScheduleDetails } from '#/domain/schedule/schedule.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { addDays, dayOf, hourOf, type Day, type Timestamp } from '#/domain/values/time.ts';
import { withdrawal } from '#/domain/withdrawal/decider.ts';
import { decode } from '#/ledger/codec.ts';
import { listLosses, type Loss } from '#/ledger/epochs/losses.ts';
import { withdrawalIdOf } from './request-withdrawal.ts';
import { scheduledCommandId, type RecordedSchedule } from './scheduled-outcome.ts';

/** Most days that a loss may take from the log: a nightly backup, restored after a weekend. */
const LOST_DAYS = 4;

/** The longest time between two scheduled days. */
const MONTH_DAYS = 31;

interface ScheduleHistory {
  readonly createdAt: Timestamp;
  /** Whether the schedule pays on this day, or a version of it on record did. */
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

const listDays = (loss: Loss): readonly Day[] => {
  const last = lastLostDay(loss);
  const days = Array.from({ length: LOST_DAYS + 1 }, (_, ago) => addDays(dayOf(loss.until), -ago));
  return days.filter((each) => each <= last);
};

interface DayInDoubt {
  readonly day: Day;
  /** The epoch that began with the last loss in which the log may have lost the day's withdrawal. */
  readonly epoch: number;
  /** Whether a schedule on record pays, or paid, on this day. */
  readonly isScheduled: boolean;
}

const byLatestDay = (one: DayInDoubt, other: DayInDoubt): number => (one.day < other.day ? 1 : -1);

/**
 * Lists the days whose scheduled withdrawals the log may have lost, the latest first, because most losses are short. The log may also have
 * lost the schedule of that time, so each day of a loss counts, whatever the schedules on record say.
 */
export const listDaysInDoubt = async (
  core: Pick<Core, 'handler' | 'ports' | 'store'>,
  scheduled: RecordedSchedule,
  today: Day,
): Promise<readonly DayInDoubt[]> => {
  // The first epoch has lost nothing.
  if ((await core.ports.epoch()).number === 1) return [];
  const history = await loadHistory(core, scheduled);
  const losses = (await listLosses(core.store)).filter((loss) => mayHaveLost(loss, history, today));
  const [first] = losses;
  if (first === undefined) return [];
  const period = [lastLostDay(first), today] as const;
  const requestedOn = await findLastRequested(core, scheduled.sellerId, history, period);
  const open = losses.filter((loss) => !requestedOn || lastLostDay(loss) >= requestedOn);
  const epochs = new Map(
    open.flatMap((loss) => listDays(loss).map((day) => [day, loss.epoch] as const)),
  );
  return [...epochs]
    .map(([day, epoch]) => ({ day, epoch, isScheduled: history.mayPayOn(day) }))
    .toSorted(byLatestDay);
};
