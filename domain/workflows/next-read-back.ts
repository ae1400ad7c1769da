import { addBusinessDays } from '#/domain/brazil/calendar.ts';
import { growingPause, type PauseRange } from '#/domain/values/backoff.ts';
import type { PaymentMethod } from '#/domain/ports/charge.ts';
import {
  addDays,
  addSeconds,
  dayOf,
  lastDayBefore,
  startOfDay,
  type Timestamp,
} from '#/domain/values/time.ts';

interface AwaitedBase {
  readonly requestedAt: Timestamp;
  readonly submission: 'AWAITED' | 'UNANSWERED' | 'ANSWERED';
}

interface AwaitedCharge extends AwaitedBase {
  readonly method: PaymentMethod;
  readonly expiresAt: Timestamp | null;
}

interface AwaitedRequest extends AwaitedBase {
  readonly method: 'REFUND' | 'WITHDRAWAL' | 'REGISTRATION';
}

export type AwaitedOutcome = AwaitedCharge | AwaitedRequest;

/** How long after its expiry an unpaid charge is read back, because banks report late. */
const EXPIRY_GRACE_SECONDS = 60;

/** A boleto is credited one business day after it was paid; two more allow for late banks. */
const BOLETO_GRACE_BUSINESS_DAYS = 3;

/** By 9 a.m. banks should have sent the files of the day before. */
const BOLETO_HOUR_SECONDS = 9 * 3_600;

/** In seconds; `nextOf` says when the read-backs are. */
type Schedule = PauseRange;

const UNANSWERED: Schedule = { first: 2, longest: 900 };
const ANSWERED: Readonly<Record<Exclude<AwaitedOutcome['method'], 'BILLET'>, Schedule>> = {
  // A buyer usually pays a PIX at once.
  PIX: { first: 5, longest: 900 },
  // Risk analysis may take minutes, or a morning when a person does it.
  CREDIT_CARD: { first: 60, longest: 3_600 },
  // The outcome usually comes by notice.
  REFUND: { first: 60, longest: 900 },
  WITHDRAWAL: { first: 60, longest: 900 },
  // Reviewing documents may take long, and there may be no notice.
  REGISTRATION: { first: 2, longest: 900 },
};

/**
 * The moments are `first`, 2 × `first`, 4 × `first` … seconds after `from`. Once one reaches `longest`, they follow every `longest`
 * seconds. Returns the first moment that is later than `after`.
 */
const nextOf = ({ first, longest }: Schedule, from: Timestamp, after: Timestamp): Timestamp => {
  // `Date` is faster here than `Temporal`.
  const elapsed = (Date.parse(after) - Date.parse(from)) / 1_000;
  let moment = first;
  while (moment <= elapsed && moment < longest) moment *= 2;
  if (moment <= elapsed) moment += longest * (Math.floor((elapsed - moment) / longest) + 1);
  return addSeconds(from, moment);
};

const nextBankMorning = (after: Timestamp): Timestamp => {
  const today = dayOf(after);
  const morningAfter = (businessDays: number): Timestamp =>
    addSeconds(startOfDay(addBusinessDays(today, businessDays)), BOLETO_HOUR_SECONDS);
  const next = morningAfter(0);
  return next > after ? next : morningAfter(1);
};

/** Returns when a charge that the provider reports as unpaid will not be paid any more. */
export const lastsUntil = (method: PaymentMethod, expiresAt: Timestamp): Timestamp =>
  method === 'BILLET'
    ? startOfDay(addDays(addBusinessDays(lastDayBefore(expiresAt), BOLETO_GRACE_BUSINESS_DAYS), 1))
    : addSeconds(expiresAt, EXPIRY_GRACE_SECONDS);

/** Whether a charge that the provider reports as unpaid will not be paid any more. `expiresAt` null = the charge has no end. */
export const isExpired = (
  method: PaymentMethod,
  expiresAt: Timestamp | null,
  now: Timestamp,
): boolean => expiresAt !== null && now > lastsUntil(method, expiresAt);

const endOf = (awaited: AwaitedOutcome): Timestamp | null => {
  if (!('expiresAt' in awaited) || awaited.expiresAt === null) return null;
  return addSeconds(lastsUntil(awaited.method, awaited.expiresAt), 1);
};

/** Returns the time of the first read-back later than `after`. It depends on the record alone, so every process computes the same. */
export const nextReadBack = (awaited: AwaitedOutcome, after: Timestamp): Timestamp => {
  const { method, requestedAt, submission } = awaited;
  const isBoleto = method === 'BILLET' && submission === 'ANSWERED';
  const schedule = submission === 'ANSWERED' && method !== 'BILLET' ? ANSWERED[method] : UNANSWERED;
  const next = isBoleto ? nextBankMorning(after) : nextOf(schedule, requestedAt, after);
  const end = endOf(awaited);
  return end && end > after && end < next ? end : next;
};

/** In seconds. `longest` is never reached: `afterSilence` waits no longer than the schedule. */
const PAUSES_AFTER_SILENCE: PauseRange = { first: 2, longest: 2 ** 30 };

/**
 * Returns when to ask an acquirer again that gave no answer: 2, 4, 8 … seconds later, but not later than scheduled.
 * @param silences how often in a row the acquirer gave no answer, 1 or more
 */
export const afterSilence = (
  awaited: AwaitedOutcome,
  after: Timestamp,
  silences: number,
): Timestamp => {
  const scheduled = nextReadBack(awaited, after);
  const soon = addSeconds(after, growingPause(silences - 1, PAUSES_AFTER_SILENCE));
  return soon < scheduled ? soon : scheduled;
};
