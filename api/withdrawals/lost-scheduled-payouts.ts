import type { Core } from '#/api/composition/core.ts';
import { dayOf, type Day } from '#/domain/values/time.ts';
import { AppendError } from '#/ledger/event-store.ts';
import { listDaysInDoubt } from './days-in-doubt.ts';
import { listRoutedSince } from './earlier-routes.ts';
import { requirePayable, type PausedUntil } from './payable.ts';
import { askForLost, listWithAccount } from './repeated-payout.ts';
import { markOfMoney, requestWithdrawal, withdrawalIdOf } from './request-withdrawal.ts';
import {
  findAnswer,
  recordNotPaid,
  type LostRequest,
  type RecordedSchedule,
} from './scheduled-outcome.ts';
import { listRequests, type ScheduledRequest } from './scheduled-requests.ts';
import { loadBalance, withdrawalTerms } from './withdrawal-terms.ts';

interface Booking {
  readonly core: Core;
  readonly pausedUntil: PausedUntil;
}

interface RequestInDoubt extends LostRequest, ScheduledRequest {
  readonly day: Day;
  readonly isScheduled: boolean;
}

const ownerOf = ({ sellerId, details: { platformId } }: RecordedSchedule) => ({
  sellerId,
  platformId,
});

/** Lists all requests of the days whose withdrawals the log may have lost: those on record, and for most days one that is not. */
const listInDoubt = async (
  core: Core,
  scheduled: RecordedSchedule,
  today: Day,
): Promise<readonly RequestInDoubt[]> => {
  const days = await listDaysInDoubt(core, scheduled, today);
  const requests = await Promise.all(
    days.map(async (each) =>
      (await listRequests(core, scheduled.sellerId, each.day)).map((request) => ({
        ...each,
        ...request,
      })),
    ),
  );
  return requests.flat();
};

/** Asks the acquirers for one payout. @throws as `requirePayable` */
const askAcquirers = async (
  { core, pausedUntil }: Booking,
  scheduled: RecordedSchedule,
  { commandId, idSince }: RequestInDoubt,
) => {
  const owner = ownerOf(scheduled);
  const { platformId } = owner;
  const { settings } = await requirePayable(
    core,
    { ...owner, destinationId: scheduled.details.destinationId },
    pausedUntil,
  );
  // Late real money is paid by real acquirers, also if the platform is no longer in production.
  const { isSimulated = false } = await markOfMoney(core, owner, settings, core.now());
  const routed = await listRoutedSince(core, owner, idSince, isSimulated);
  const providers = await listWithAccount(core, platformId, routed);
  return askForLost(core, { withdrawalId: withdrawalIdOf(commandId), platformId }, providers);
};

/** Books a payout that an acquirer has made, with its own amount, whatever the limits are now. @returns false if no money is available */
const bookPayout = async (
  { core, pausedUntil }: Booking,
  scheduled: RecordedSchedule,
  { commandId, idSince }: RequestInDoubt,
  paid: number,
): Promise<boolean> => {
  const owner = ownerOf(scheduled);
  const { settings, available } = await loadBalance(core, owner);
  if (available <= 0) return false;
  // The present fee may be above that of the payout, and must not take anything from what was paid.
  const amount = Math.min(available, paid + withdrawalTerms(settings).fee);
  const made = { fee: Math.max(0, amount - paid) };
  const by = { commandId, platform: owner.platformId, actor: 'system', idSince } as const;
  const input = { amount, destinationId: scheduled.details.destinationId };
  const once = <Result>(run: (keyed: typeof by) => Promise<Result>): Promise<Result> => run(by);
  await requestWithdrawal(input, { core, caller: owner, once, pausedUntil, made });
  return true;
};

interface Outcome {
  /** Whether such a payout was booked today, now or before. */
  readonly isBooked: boolean;
  /** An acquirer may still tell whether it made one: ask again later. */
  readonly later?: AppendError;
  /** The payouts of other scheduled days of which no acquirer can ever tell. */
  readonly doubted: readonly LostRequest[];
  /** Today's payout, if no acquirer can ever tell. It may be requested under the same id: its money is then held until that is known. */
  readonly doubtedToday?: LostRequest;
}

/**
 * Asks the acquirers about each scheduled payout that the log may have lost, and books those that they have made. Each has its own answer:
 * a doubt about one does not hide that another one was paid.
 * @throws as `requirePayable` and `requestWithdrawal`
 */
export const bookLostPayouts = async (
  booking: Booking,
  scheduled: RecordedSchedule,
): Promise<Outcome> => {
  const { core } = booking;
  const today = dayOf(core.now());
  const inDoubt = await listInDoubt(core, scheduled, today);
  let isBooked = inDoubt.some(
    ({ day, state }) =>
      day !== today && state.status !== 'NONE' && dayOf(state.requested.at) === today,
  );
  let later: AppendError | undefined;
  let doubtedToday: LostRequest | undefined;
  const doubted: LostRequest[] = [];
  for (const lost of inDoubt.filter(({ state }) => state.status === 'NONE')) {
    const answer = await findAnswer(core, scheduled, lost);
    if (answer === 'IN_DOUBT') doubted.push(lost);
    if (answer !== 'OPEN') continue;
    const { made, doubt } = await askAcquirers(booking, scheduled, lost);
    if (made) isBooked = (await bookPayout(booking, scheduled, lost, made.amount)) || isBooked;
    else if (doubt instanceof AppendError) later = doubt;
    else if (doubt && lost.day === today) doubtedToday = lost;
    // Otherwise each failover would stop every schedule whose acquirer cannot prove that it did not pay.
    else if (doubt) doubted.push(...(lost.isScheduled ? [lost] : []));
    else await recordNotPaid(core, scheduled, lost);
  }
  return { isBooked, doubted, ...(later && { later }), ...(doubtedToday && { doubtedToday }) };
};
