import { z } from 'zod';
import type { Epoch } from './epoch/epoch.ts';
import { addSeconds, timestampSchema, type Timestamp } from './time.ts';

/** How long after it was recorded a call may still be sent. A process that froze longer must not send it any more. */
const SEND_SECONDS = 5;

/** After the deadline: the longest time that an acquirer may take, and the difference between the clocks of two processes. */
const SETTLE_SECONDS = 25;

/** In whose name an acquirer is called. Absent in events from before it was recorded, and where the acquirer has one account for all. */
const accountThere = {
  /** The account at the acquirer, the same for all platforms that use it; new keys for it leave it the same. */
  merchantAccount: z.string().optional(),
  /** Which of its keys: 1 = the first. */
  credential: z.int().positive().optional(),
};

/** The account at the acquirer that has a sale, and so its refunds. Absent as there. */
export const accountOfSale = accountThere.merchantAccount;

export type AccountThere = z.output<z.ZodObject<typeof accountThere>>;

/**
 * Keyed digest of what is asked for. A call may be repeated only with the same, which settings, such as our own address, decide,
 * too. Absent in events from before it was recorded, and where the acquirer was not connected.
 */
const digest = z.string().optional();

/** One call to an acquirer that may move money, recorded before it is made. */
export const callAttempt = z.strictObject({
  /** Made for this call alone, so that of several processes only the one that recorded it makes the call. */
  attemptId: z.uuid(),
  /** 1 = no call before it can have reached the acquirer. */
  ordinal: z.int().positive(),
  provider: z.string(),
  /** The log's epoch in which it was made; absent in events from before epochs were recorded. */
  epoch: z.int().positive().optional(),
  ...accountThere,
  digest,
  /** The call must not be sent later. */
  deadline: timestampSchema,
  at: timestampSchema,
});

export type CallAttempt = z.output<typeof callAttempt>;

/** What of a recorded call goes down to the wire with its request. */
export type CallTerms = Pick<CallAttempt, 'attemptId' | 'deadline' | keyof AccountThere>;

/**
 * The log's epoch in which the account held the money that a call is to move: the call is a new one, if no attempt is on record.
 * Null = an earlier one than the log's last, of which calls may be missing.
 */
export const heldIn = z.int().positive().nullable();

/** Returns the account in whose name a call is made, or an acquirer is open. */
export const accountOf = ({ merchantAccount, credential }: AccountThere): AccountThere => ({
  ...(merchantAccount !== undefined && { merchantAccount }),
  ...(credential !== undefined && { credential }),
});

/** The last attempt of an aggregate. */
export interface LastAttempt extends CallAttempt {
  /** The call certainly did not reach the acquirer. */
  readonly isUnsent?: true | undefined;
  /** It followed a call of an earlier epoch, whose answer the log may have lost. */
  readonly mayFollowAnswer?: true;
}

/** Begins the attempt that follows the one `after`; null = the first. */
export interface BeginAttempt extends AccountThere {
  readonly attemptId: string;
  readonly after: string | null;
  /** The log's epoch. */
  readonly epoch: number;
  /** A call that was made in an earlier epoch may be missing from the record. */
  readonly mayLackCalls?: boolean;
  readonly digest?: string | undefined;
  /** The acquirer carries out the call once, however often it is made: it need not be known where the last one is. */
  readonly isRepeatable?: boolean;
  readonly now: Timestamp;
}

/** The recorded call that something is said of; absent = the last one. */
interface OfAttempt {
  readonly attemptId?: string | undefined;
}

/** A call whose outcome is unknown. */
export interface Unanswered extends OfAttempt {
  readonly failure: string;
  /** The call certainly did not reach the acquirer: it may be made again at once. */
  readonly isUnsent?: true;
}

/** What such a call puts on record; `isUnsent` and `attemptId` are absent in events from before calls were recorded one by one. */
export const unanswered = {
  failure: z.string(),
  isUnsent: z.literal(true).optional(),
  attemptId: z.uuid().optional(),
};

/** Returns the part of an event about a call whose outcome is unknown. */
export const unansweredPart = ({ failure, isUnsent, attemptId }: Unanswered) => ({
  failure,
  ...(isUnsent && { isUnsent }),
  ...(attemptId !== undefined && { attemptId }),
});

/** Whether another call was recorded since: a process that stood still tells of its own call, and that says nothing of this one. */
export const isSuperseded = (last: LastAttempt | null, { attemptId }: OfAttempt): boolean =>
  attemptId !== undefined && last !== null && last.attemptId !== attemptId;

/** Returns the last attempt once its outcome is known to be unknown. */
export const withoutAnswer = (
  last: LastAttempt | null,
  of: OfAttempt & { readonly isUnsent?: true | undefined },
): LastAttempt | null =>
  last && of.isUnsent && !isSuperseded(last, of) ? { ...last, isUnsent: of.isUnsent } : last;

/** Whether an unanswered call is news about the last attempt that was already on record as unanswered. */
export const isNewlyUnsent = (last: LastAttempt | null, of: Unanswered): boolean =>
  of.isUnsent === true && last !== null && last.isUnsent !== true && !isSuperseded(last, of);

/** Returns the time by which a call begun now must have been sent. */
export const sendBy = (now: Timestamp): Timestamp => addSeconds(now, SEND_SECONDS);

/** Whether a call that was recorded in an earlier epoch of the log, and may be missing since, can no longer be on its way. */
export const isLossOverdue = ({ since }: Pick<Epoch, 'since'>, now: Timestamp): boolean =>
  now > addSeconds(since, SEND_SECONDS + SETTLE_SECONDS);

/** Whether an attempt whose outcome no one recorded can no longer be on its way. */
export const isOverdue = ({ deadline, isUnsent }: LastAttempt, now: Timestamp): boolean =>
  isUnsent === true || now > addSeconds(deadline, SETTLE_SECONDS);

/** Whether a call asks for the very same as the last one on record, so that it repeats it. */
export const isSameCall = (last: LastAttempt | null, asked: string | undefined): boolean =>
  asked !== undefined && last?.digest === asked;

/** The calls of one request, of which the acquirer says that it has none. */
export interface UnknownThere {
  /** The last one on record; null = none is. */
  readonly attempt: LastAttempt | null;
  /** When what they are for was asked for. */
  readonly requestedAt: Timestamp;
  readonly epoch: Epoch;
  readonly now: Timestamp;
}

/** Returns the time by which the last of these calls must have been sent, whether or not the log has lost it. */
const lastSentBy = ({ attempt, requestedAt, epoch }: UnknownThere): Timestamp => {
  const onRecord = attempt?.deadline ?? sendBy(requestedAt);
  const lost = sendBy(epoch.since);
  return !isOfEpoch(attempt, epoch.number) && lost > onRecord ? lost : onRecord;
};

/** Whether none of them, on record or lost, can still be on its way. */
export const areOverdue = (calls: UnknownThere): boolean =>
  calls.now > addSeconds(lastSentBy(calls), SETTLE_SECONDS);

/** Whether that is final. @param seconds after which it is, as the acquirer's documents say; absent = never */
export const isAbsenceFinal = (calls: UnknownThere, seconds: number | undefined): boolean =>
  seconds !== undefined &&
  calls.now > addSeconds(lastSentBy(calls), Math.max(seconds, SETTLE_SECONDS));

/** Whether every call since this attempt is on record: the log has not become another copy, which may lack some. */
export const isOfEpoch = (last: LastAttempt | null, epoch: number): boolean =>
  last?.epoch === epoch;

/**
 * Whether a call was answered in an earlier epoch, or may have been, and the log has lost the answer: what the acquirer made of it
 * may be known to others, as the code of a PIX to its buyer.
 */
export const mayLackAnswer = (last: LastAttempt | null, epoch: number): boolean =>
  last !== null && (last.mayFollowAnswer === true || !isOfEpoch(last, epoch));

/** Returns the new last attempt, once a call is on record. */
export const withAttempt = (last: LastAttempt | null, next: CallAttempt): LastAttempt =>
  next.epoch !== undefined && mayLackAnswer(last, next.epoch)
    ? { ...next, mayFollowAnswer: true }
    : next;

/** Whether no call before the one that follows this attempt can have reached the acquirer, if the record is complete. */
export const nothingSent = (last: LastAttempt | null): boolean =>
  last === null || (last.isUnsent === true && last.ordinal === 1);

/** Whether calls are on record, and certainly none of them reached the acquirer: it need not be asked where they are. */
export const isKnownUnsent = (last: LastAttempt | null, epoch: number): boolean =>
  isOfEpoch(last, epoch) && nothingSent(last);

/** Returns the new attempt; undefined when another one was recorded meanwhile, or the last one may still be on its way. */
export const nextAttempt = (
  last: LastAttempt | null,
  begun: BeginAttempt,
  provider: string,
): CallAttempt | undefined => {
  const { attemptId, after, epoch, mayLackCalls = false, isRepeatable = false, now: at } = begun;
  const { digest: digested } = begun;
  if ((last?.attemptId ?? null) !== after) return undefined;
  if (last && !isRepeatable && !isOverdue(last, at)) return undefined;
  const isNext = mayLackCalls || !nothingSent(last);
  const ordinal = (last?.ordinal ?? 1) + (isNext ? 1 : 0);
  const deadline = sendBy(at);
  const stated = { ...accountOf(begun), ...(digested !== undefined && { digest: digested }) };
  return { attemptId, ordinal, provider, epoch, ...stated, deadline, at };
};
