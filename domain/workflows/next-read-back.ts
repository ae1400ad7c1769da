import { addBusinessDays } from '#/domain/brazil/calendar.ts';
import type { PaymentMethod } from '#/domain/ports/charge.ts';
import {
  addDays,
  addSeconds,
  dayOf,
  lastDayBefore,
  startOfDay,
  type Timestamp,
} from '#/domain/time.ts';

interface AnyAwaited {
  readonly requestedAt: Timestamp;
  readonly submission: 'AWAITED' | 'UNANSWERED' | 'ANSWERED';
}

interface AwaitedCharge extends AnyAwaited {
  readonly method: PaymentMethod;
  readonly expiresAt: Timestamp | null;
}

interface AwaitedErrand extends AnyAwaited {
  readonly method: 'REFUND' | 'WITHDRAWAL' | 'REGISTRATION';
}

/** What decides when a provider is asked how that stands which it was asked for. */
export type Awaited = AwaitedCharge | AwaitedErrand;

/** How long after its end an unpaid charge is still asked about, because banks report late. */
const EXPIRY_GRACE_SECONDS = 60;

/** A boleto is credited one business day after it was paid, and banks are late by as much again. */
const BILLET_GRACE_BUSINESS_DAYS = 3;

/** Banks have sent the files of the day before by then. */
const BILLET_HOUR_SECONDS = 9 * 3_600;

/** Pauses double from the first to the longest, in seconds. */
interface Backoff {
  readonly first: number;
  readonly longest: number;
}

const UNANSWERED: Backoff = { first: 2, longest: 900 };
const ANSWERED: Readonly<Record<Exclude<Awaited['method'], 'BILLET'>, Backoff>> = {
  // Paid within a minute, or not at all.
  PIX: { first: 5, longest: 900 },
  // An analysis of risk takes minutes, or a person's morning.
  CREDIT_CARD: { first: 60, longest: 3_600 },
  // Its notice will come: asking is the safety net.
  REFUND: { first: 60, longest: 900 },
  WITHDRAWAL: { first: 60, longest: 900 },
  // Acquirers take days to look at documents, and not all of them tell.
  REGISTRATION: { first: 2, longest: 900 },
};

/** First moment after `after` of those that lie `first`, 2 `first`, 4 `first` … from the start, later `longest` apart. */
const nextOf = ({ first, longest }: Backoff, from: Timestamp, after: Timestamp): Timestamp => {
  const elapsed = Temporal.Instant.from(from).until(after).total('seconds');
  let moment = first;
  while (moment <= elapsed && moment < longest) moment *= 2;
  if (moment <= elapsed) moment += longest * (Math.floor((elapsed - moment) / longest) + 1);
  return addSeconds(from, moment);
};

/** The morning of the first business day whose morning is later. */
const nextBankMorning = (after: Timestamp): Timestamp => {
  const today = dayOf(after);
  const morningAfter = (businessDays: number): Timestamp =>
    addSeconds(startOfDay(addBusinessDays(today, businessDays)), BILLET_HOUR_SECONDS);
  const next = morningAfter(0);
  return next > after ? next : morningAfter(1);
};

/** From when on a charge that the provider calls unpaid will not be paid any more. */
export const lastsUntil = (method: PaymentMethod, expiresAt: Timestamp): Timestamp =>
  method === 'BILLET'
    ? startOfDay(addDays(addBusinessDays(lastDayBefore(expiresAt), BILLET_GRACE_BUSINESS_DAYS), 1))
    : addSeconds(expiresAt, EXPIRY_GRACE_SECONDS);

const endOf = (awaited: Awaited): Timestamp | null => {
  if (!('expiresAt' in awaited) || awaited.expiresAt === null) return null;
  return addSeconds(lastsUntil(awaited.method, awaited.expiresAt), 1);
};

/**
 * When a provider is asked next, after a moment at which it was: seconds after an answer that never came or a PIX, minutes
 * and then hours after a card, the mornings of business days after a boleto, and once when its time is certainly over.
 * Moments depend on the request alone, so whoever asks finds the same.
 */
export const nextReadBack = (awaited: Awaited, after: Timestamp): Timestamp => {
  const { method, requestedAt, submission } = awaited;
  const isBillet = method === 'BILLET' && submission === 'ANSWERED';
  const backoff = submission === 'ANSWERED' && method !== 'BILLET' ? ANSWERED[method] : UNANSWERED;
  const next = isBillet ? nextBankMorning(after) : nextOf(backoff, requestedAt, after);
  const end = endOf(awaited);
  return end && end > after && end < next ? end : next;
};
