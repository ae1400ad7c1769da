import { z } from 'zod';
import type { Epoch } from '#/domain/epoch/epoch.ts';
import { addSeconds, timestampSchema, type Timestamp } from '#/domain/values/time.ts';

/** How long a call may still be sent after it was recorded. A process that froze for longer must not send it. */
const SEND_SECONDS = 5;

/**
 * How long we allow a call to be on its way after its deadline: the longest time that we give an acquirer, plus the difference that we
 * expect between the clocks of two processes.
 */
const SETTLE_SECONDS = 25;

/**
 * The account at the acquirer in which a call is made. Absent in events from before it was recorded, at acquirers where all platforms share
 * one account, and while no account is connected.
 */
const accountThere = {
  /** Identifies the account: the same for all platforms that use it, also after it gets new keys. */
  merchantAccount: z.string().optional(),
  /** Which of the account's keys: 1 = the first. */
  credential: z.int().positive().optional(),
};

/**
 * The account at the acquirer that has the money of a sale or made a payout. The money is booked in this account, and refunds are made in
 * it. Absent if the call named no account, and in events from before money was booked by account: then the platform's id stands for the
 * account.
 */
export const accountOfMoney = accountThere.merchantAccount;

export type AccountThere = z.output<z.ZodObject<typeof accountThere>>;

/**
 * Keyed digest of the call. If the acquirer carries out repeated calls only once, it is the digest of the exact bytes that are sent: the
 * acquirer must get the same bytes again, so the call is repeated only with the same digest. Otherwise, and while the acquirer is not
 * connected, it is the digest of our request. Absent in events from before it was recorded, and for a charge whose acquirer was not
 * connected.
 */
const digest = z.string().optional();

/** One call to an acquirer that may move money, recorded before it is made. */
export const callAttempt = z.strictObject({
  /** A new id for each call: of several processes, only the one that recorded this id makes the call. */
  attemptId: z.uuid(),
  /** 1 = no earlier call can have reached the acquirer. */
  ordinal: z.int().positive(),
  provider: z.string(),
  /** The log's epoch in which the call was made; absent in events from before epochs were recorded. */
  epoch: z.int().positive().optional(),
  ...accountThere,
  digest,
  /** The call must not be sent after this time. */
  deadline: timestampSchema,
  at: timestampSchema,
});

export type CallAttempt = z.output<typeof callAttempt>;

/**
 * The part of a recorded call that the adapter gets with the request. The adapter must have been opened with this account, and sends
 * nothing after the deadline.
 */
export type AttemptToSend = Pick<CallAttempt, 'attemptId' | 'deadline' | keyof AccountThere>;

/**
 * The epoch of the log (`epoch/`) in which a refund or payout was first requested, and its money held in the seller's account.
 * `isRecordComplete` tells from it whether every call for the refund or payout is on record. Null = perhaps an earlier epoch, of which the
 * log may have lost calls.
 */
export const heldIn = z.int().positive().nullable();

/** Returns the field that names the account with the money; none if it has no name. */
export const accountPart = ({ merchantAccount }: Pick<AccountThere, 'merchantAccount'>) =>
  merchantAccount !== undefined && { merchantAccount };

/** Returns the account at the acquirer, and which of its keys is used, from a recorded call or an opened acquirer. */
export const accountOf = ({ merchantAccount, credential }: AccountThere): AccountThere => ({
  ...accountPart({ merchantAccount }),
  ...(credential !== undefined && { credential }),
});

/** Whether two accounts at an acquirer are known to be different ones, whatever their keys. */
export const isOtherAccount = (one: AccountThere, other: AccountThere): boolean =>
  one.merchantAccount !== undefined &&
  other.merchantAccount !== undefined &&
  one.merchantAccount !== other.merchantAccount;

/** The last attempt of an aggregate. */
export interface LastAttempt extends CallAttempt {
  /** The call certainly did not reach the acquirer. */
  readonly isUnsent?: true | undefined;
  /** This attempt followed a call of an earlier epoch, and the log may have lost the answer to that call. */
  readonly mayFollowAnswer?: true;
}

/** Begins the attempt that follows the one with the id `after`; null = it is the first. */
export interface BeginAttempt extends AccountThere {
  readonly attemptId: string;
  readonly after: string | null;
  /** The log's epoch. */
  readonly epoch: number;
  /** A call that was made in an earlier epoch may be missing from the record. */
  readonly mayLackCalls?: boolean;
  readonly digest?: string | undefined;
  /** The acquirer carries out the call once, however often it is sent. So a next attempt may begin while the last one is on its way. */
  readonly isRepeatable?: boolean;
  readonly now: Timestamp;
}

/** Which recorded call a report is about; absent = the last one. */
interface OfAttempt {
  readonly attemptId?: string | undefined;
}

/** A call whose outcome is unknown. */
export interface Unanswered extends OfAttempt {
  readonly failure: string;
  /** The call certainly did not reach the acquirer: it may be made again at once. */
  readonly isUnsent?: true;
}

/**
 * Fields of an event about a call whose outcome is unknown. `isUnsent` is absent when the call may have reached the acquirer. It and
 * `attemptId` are also absent in events from before calls were recorded one by one.
 */
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

/** Whether calls may have been made before the last one. The acquirer may carry out one of them late, after it said that it had none. */
export const isCalledAgain = (last: Pick<LastAttempt, 'ordinal'> | null): boolean =>
  last !== null && last.ordinal > 1;

/**
 * Whether a report is about an earlier call than the last one. A process that froze may report late, about its own call or about what it
 * found at the acquirer. Such a report says nothing about the call that another process has made since.
 * @param attemptId null = no call was on record when the acquirer was asked; undefined = the report is about the last call
 */
export const isSuperseded = (
  last: LastAttempt | null,
  { attemptId }: { readonly attemptId?: string | null | undefined },
): boolean => attemptId !== undefined && last !== null && last.attemptId !== attemptId;

/**
 * Returns the last attempt after a report that a call got no answer. It is marked as unsent if the report says that this attempt was not
 * sent.
 */
export const withoutAnswer = (
  last: LastAttempt | null,
  of: OfAttempt & { readonly isUnsent?: true | undefined },
): LastAttempt | null =>
  last && of.isUnsent && !isSuperseded(last, of) ? { ...last, isUnsent: of.isUnsent } : last;

/** Whether the report is the first to say that the last attempt was certainly not sent. */
export const isNewlyUnsent = (last: LastAttempt | null, of: Unanswered): boolean =>
  of.isUnsent === true && last !== null && last.isUnsent !== true && !isSuperseded(last, of);

/** Returns the time by which a call begun now must have been sent. */
export const sendBy = (now: Timestamp): Timestamp => addSeconds(now, SEND_SECONDS);

/** Whether calls of an earlier epoch, which the log may have lost, can no longer be on their way. */
export const isLossOverdue = ({ since }: Pick<Epoch, 'since'>, now: Timestamp): boolean =>
  now > addSeconds(since, SEND_SECONDS + SETTLE_SECONDS);

/** Whether an attempt without a recorded outcome can no longer be on its way. */
export const isOverdue = ({ deadline, isUnsent }: LastAttempt, now: Timestamp): boolean =>
  isUnsent === true || now > addSeconds(deadline, SETTLE_SECONDS);

/** Whether a call requests exactly what the last one on record requested. @param requested digest of the call */
export const isSameCall = (last: LastAttempt | null, requested: string | undefined): boolean =>
  requested !== undefined && last?.digest === requested;

/** The calls that were made for one request, when the acquirer says that it has none of them. */
export interface UnknownThere {
  /** The last call on record; null = none is on record. */
  readonly attempt: LastAttempt | null;
  /** The time before which no call for the request was made: when it was made, or when a payout became payable. */
  readonly requestedAt: Timestamp;
  readonly epoch: Epoch;
  readonly now: Timestamp;
}

/**
 * Returns the time after which no call for this request can still be sent: the deadline on record, or else one counted from the request. If
 * no call of the current epoch is on record, the log may have lost one, and the deadline of such a call counts if it is later.
 */
const lastSentBy = ({ attempt, requestedAt, epoch }: UnknownThere): Timestamp => {
  const onRecord = attempt?.deadline ?? sendBy(requestedAt);
  const lost = sendBy(epoch.since);
  return !isOfEpoch(attempt, epoch.number) && lost > onRecord ? lost : onRecord;
};

/** Whether none of these calls, recorded or lost, can still be on its way. */
export const areOverdue = (calls: UnknownThere): boolean =>
  calls.now > addSeconds(lastSentBy(calls), SETTLE_SECONDS);

/**
 * Whether it is final that the acquirer has none of these calls, because none can arrive any more.
 * @param seconds how long after its deadline a call may still arrive, according to the acquirer's documents; undefined = they do not say,
 * so an absence is never final
 */
export const isAbsenceFinal = (calls: UnknownThere, seconds: number | undefined): boolean =>
  seconds !== undefined &&
  calls.now > addSeconds(lastSentBy(calls), Math.max(seconds, SETTLE_SECONDS));

/**
 * Whether the attempt was made in this epoch. If this is the current epoch, the log has not been replaced by another copy since, and every
 * later call is on record.
 */
export const isOfEpoch = (last: LastAttempt | null, epoch: number): boolean =>
  last?.epoch === epoch;

/**
 * Whether the log may have lost the answer to a call, because a call was made in an earlier epoch. If there was an answer, others
 * may know it: the buyer may have the code of a PIX.
 */
export const mayLackAnswer = (last: LastAttempt | null, epoch: number): boolean =>
  last !== null && (last.mayFollowAnswer === true || !isOfEpoch(last, epoch));

/**
 * Returns the new last attempt, once a call is on record. A call that names no account gets the account of the call before it: if it was
 * recorded while none was connected, it was not sent, and that account is still the one to ask.
 */
export const afterCall = <Call extends CallAttempt>(
  before: Pick<AccountThere, 'merchantAccount'> | null,
  next: Call,
): Call => ({ ...accountPart(before ?? {}), ...next });

/** `afterCall` for the call of a charge. It also notes whether the log may have lost an answer that a buyer knows. */
export const withAttempt = (last: LastAttempt | null, next: CallAttempt): LastAttempt => {
  const call = afterCall(last, next);
  return next.epoch !== undefined && mayLackAnswer(last, next.epoch)
    ? { ...call, mayFollowAnswer: true }
    : call;
};

/** Whether none of the calls up to this one can have reached the acquirer, if the record is complete. */
export const nothingSent = (last: LastAttempt | null): boolean =>
  last === null || (last.isUnsent === true && last.ordinal === 1);

/** Whether calls are on record, and certainly none of them reached the acquirer. Then the acquirer need not be asked about them. */
export const isKnownUnsent = (last: LastAttempt | null, epoch: number): boolean =>
  isOfEpoch(last, epoch) && nothingSent(last);

/**
 * Returns the new attempt. Undefined when another one was recorded meanwhile, or when the last one may still be on its way and the call is
 * not repeatable.
 */
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
