import type { EventOf } from '#/domain/aggregates/aggregate.ts';
import { cents, ZERO, type Cents } from '#/domain/values/money.ts';
import type { Day } from '#/domain/values/time.ts';
import type { accountEvents } from './events.ts';

export interface Bucket {
  readonly releaseOn: Day;
  readonly amount: Cents;
}

/** A bucket in few bytes: a seller's account can have hundreds. */
export type PendingDay = readonly [releaseOn: Day, amount: Cents];

/** Pending money in order of days, without zero amounts. */
export type PendingDays = readonly PendingDay[];

export const pendingDaysOf = (buckets: readonly Bucket[]): PendingDays =>
  buckets.map(({ releaseOn, amount }) => [releaseOn, amount]);

/** Returns the index of a day, or the index at which to insert it. */
const indexOfDay = (days: PendingDays, releaseOn: Day): number => {
  let low = 0;
  let high = days.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((days[middle]?.[0] ?? '') < releaseOn) low = middle + 1;
    else high = middle;
  }
  return low;
};

export const sumPendingOn = (days: PendingDays, day: Day): Cents => {
  const [releaseOn, amount] = days[indexOfDay(days, day)] ?? [];
  return releaseOn === day && amount !== undefined ? amount : ZERO;
};

const changeDays = (
  days: PendingDays,
  changes: readonly Bucket[],
  sign: 1 | -1,
): readonly PendingDay[] => {
  const next = [...days];
  for (const { releaseOn, amount: change } of changes) {
    const index = indexOfDay(next, releaseOn);
    const [day, before = ZERO] = next[index] ?? [];
    const hasDay = day === releaseOn;
    const after = cents((hasDay ? before : 0) + sign * change);
    if (hasDay && after !== 0) next[index] = [releaseOn, after];
    else if (hasDay) next.splice(index, 1);
    else if (after !== 0) next.splice(index, 0, [releaseOn, after]);
  }
  return next;
};

export const isReleased = (
  { releasedThrough }: { readonly releasedThrough: Day | null },
  releaseOn: Day,
): boolean => releasedThrough !== null && releaseOn <= releasedThrough;

export const pendingAfter = (
  days: PendingDays,
  event: EventOf<typeof accountEvents>,
  account: { readonly releasedThrough: Day | null },
): PendingDays => {
  switch (event.type) {
    case 'ReceivablesBooked': {
      const { receivables } = event.data;
      const unreleased = receivables.filter(({ releaseOn }) => !isReleased(account, releaseOn));
      return changeDays(days, unreleased, 1);
    }
    case 'ReceivablesReleased':
      return changeDays(days, event.data.buckets, -1);
    case 'ReceivablesReversed':
    case 'SimulatedMoneyWrittenOff':
    case 'RefundHeld':
      return changeDays(days, event.data.pending, -1);
    case 'RefundHoldReleased':
      return changeDays(days, event.data.pending, 1);
    case 'AccountOpened':
    case 'AccountPeriodClosed':
    case 'RefundHoldRefused':
    case 'WithdrawalHeld':
    case 'WithdrawalPaid':
    case 'WithdrawalReturned':
    case 'WithdrawalReversed':
    case 'WithdrawalTaken':
      return days;
  }
};
