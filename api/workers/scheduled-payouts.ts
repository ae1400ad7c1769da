import pLimit from 'p-limit';
import type { Core } from '#/api/composition/core.ts';
import { loadSettingsForSeller } from '#/api/reads/platform-settings.ts';
import { listDaysInDoubt } from '#/api/withdrawals/days-in-doubt.ts';
import { requirePayable } from '#/api/withdrawals/payable.ts';
import { listRoutedSince } from '#/api/withdrawals/earlier-routes.ts';
import { askForLost, listWithAccount } from '#/api/withdrawals/repeated-payout.ts';
import { requestWithdrawal, withdrawalIdOf } from '#/api/withdrawals/request-withdrawal.ts';
import {
  recordScheduledRefusal,
  scheduledCommandId,
  wasRefusedOn,
  type RecordedSchedule,
} from '#/api/withdrawals/scheduled-outcome.ts';
import {
  findLeftOfDay,
  requireEverPossible,
  withdrawalTerms,
} from '#/api/withdrawals/withdrawal-terms.ts';
import { Refused } from '#/domain/errors/refused.ts';
import type { PlatformDetails } from '#/domain/platform/platform.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { SCHEDULE_FROM_HOUR } from '#/domain/schedule/from-hour.ts';
import { isScheduledOn, schedule, scheduledFrom } from '#/domain/schedule/schedule.ts';
import { dayOf, hourOf, type Day, type Timestamp } from '#/domain/values/time.ts';
import { withdrawal } from '#/domain/withdrawal/decider.ts';
import type { AccountOwner } from '#/ledger/accounts/books.ts';
import { derivedId } from '#/ledger/derived-id.ts';
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
const findRequest = async ({ handler }: Core, { sellerId, position }: ActiveSchedule, day: Day) => {
  let commandId = scheduledCommandId(sellerId, day);
  for (;;) {
    const payout = await handler.load(
      withdrawal,
      streamOf('withdrawal', withdrawalIdOf(commandId)),
    );
    const { state } = payout;
    const isUnpaid = state.status === 'FAILED' || state.status === 'RETURNED';
    if (!isUnpaid || !isAfter(position, payout.position))
      return { commandId, idSince: scheduledFrom(day), state };
    commandId = derivedId('scheduled withdrawal', commandId);
  }
};

type FoundRequest = Awaited<ReturnType<typeof findRequest>>;

interface RequestToMake extends Pick<FoundRequest, 'commandId' | 'idSince'> {
  /** What an acquirer has already paid for it, in cents. */
  readonly paid?: number;
  /** Why an acquirer cannot tell whether it paid an earlier day; then nothing new may be paid. */
  readonly doubt?: Error;
}

/** @throws as `requirePayable` */
const askAcquirers = async (
  { core, pausedUntil }: ScheduledDependencies,
  { sellerId, details: { platformId, destinationId } }: ActiveSchedule,
  { commandId, idSince }: FoundRequest,
) => {
  const to = { sellerId, platformId, destinationId };
  await requirePayable(core, to, (id) => pausedUntil(sellerId, id));
  const routed = await listRoutedSince(core, to, idSince);
  const providers = await listWithAccount(core, platformId, routed);
  return askForLost(core, { withdrawalId: withdrawalIdOf(commandId), platformId }, providers);
};

/**
 * Finds the request to make on a day. If the log may have lost that of an earlier day, acquirers know it by its own id: it is made again
 * first. Of several days, only those are made again that an acquirer has paid.
 * @throws as `listDaysInDoubt` and `requirePayable`
 */
const findRequestToMake = async (
  dependencies: ScheduledDependencies,
  scheduled: ActiveSchedule,
  day: Day,
): Promise<RequestToMake> => {
  const { core } = dependencies;
  const days = await listDaysInDoubt(core, scheduled, day);
  const requests = await Promise.all(days.map((each) => findRequest(core, scheduled, each)));
  const madeToday = requests.find(
    ({ state }) => state.status !== 'NONE' && dayOf(state.requested.at) === day,
  );
  if (madeToday) return madeToday;
  const lost = requests.filter(({ state }) => state.status === 'NONE');
  const [only, ...others] = lost;
  for (const request of lost) {
    const { made, doubt } = await askAcquirers(dependencies, scheduled, request);
    if (made) return { ...request, paid: made.amount };
    if (doubt && others.length > 0) return { ...request, doubt };
  }
  // The call for this one may still arrive, so that the acquirer is asked again before its money is sent.
  if (only && others.length === 0) return only;
  return findRequest(core, scheduled, day);
};

interface Balance {
  readonly settings: PlatformDetails;
  readonly available: number;
}

const loadBalance = async (core: Core, owner: AccountOwner): Promise<Balance> => {
  const settings = await loadSettingsForSeller(core.handler, owner);
  const account = await core.accounts.load(owner, core.now());
  return { settings, available: account.status === 'OPEN' ? account.available : 0 };
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
 * Requests the withdrawal of a day. A second request with the same id is the same withdrawal. A payout that was lost is booked with its own
 * amount, whatever the limits are now.
 * @throws Refused as for a request by the seller; AppendError `unavailable` while an acquirer cannot tell whether it paid an earlier day
 */
const payBySchedule = async (
  dependencies: ScheduledDependencies,
  scheduled: ActiveSchedule,
  day: Day,
): Promise<void> => {
  const { core, pausedUntil } = dependencies;
  const { sellerId, details } = scheduled;
  const { destinationId, platformId } = details;
  const balance = await loadBalance(core, { sellerId, platformId });
  const { fee } = withdrawalTerms(balance.settings);
  if (balance.available <= fee) {
    // Not even a lost payout can be booked.
    requireEverPossible(balance.settings, details.minimum);
    return;
  }
  const request = await findRequestToMake(dependencies, scheduled, day);
  const { commandId, idSince, paid, doubt } = request;
  const isMade = paid !== undefined;
  const amount = isMade
    ? Math.min(balance.available, paid + fee)
    : await decideAmount(core, scheduled, balance);
  if (amount === undefined) return;
  if (doubt) throw doubt;
  const by = {
    commandId,
    platform: platformId,
    actor: 'system',
    idSince,
  } as const;
  await requestWithdrawal(
    { amount, destinationId },
    {
      core,
      caller: { sellerId, platformId },
      once: (run) => run(by),
      pausedUntil: (to) => pausedUntil(sellerId, to),
      isMade,
    },
  );
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
