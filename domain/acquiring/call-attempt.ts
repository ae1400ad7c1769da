import { z } from 'zod';
import type { Epoch } from '#/domain/epoch/epoch.ts';
import { addSeconds, timestampSchema, type Timestamp } from '#/domain/values/time.ts';

/** How long a recorded call may be sent. A process that froze for longer must not send its call. */
const SEND_SECONDS = 5;

/** How long after its deadline a call may still be on its way: the longest timeout, plus clock skew. */
const SETTLE_SECONDS = 25;

/** The account at the acquirer in which a call is made. Absent in older events, or if it has no name. */
const accountThere = {
  /** The same for all platforms that use the account, also after it gets new keys. */
  merchantAccount: z.string().optional(),
  /** Which of the account's keys: 1 = the first. */
  credential: z.int().positive().optional(),
};

/** The account in which money is booked and refunded. Absent = the platform's id stands for it. */
export const accountOfMoney = accountThere.merchantAccount;

export type AcquirerAccount = z.output<z.ZodObject<typeof accountThere>>;

/** Keyed digest of the call; a call is repeated only with the same digest. */
const digest = z.string().optional();

/** A call to an acquirer that may move money, recorded before it is made. */
export const callAttempt = z.strictObject({
  /** New for each call: of several processes, the one that recorded this id makes the call. */
  attemptId: z.uuid(),
  /** 1 = no earlier call can have reached the acquirer. */
  ordinal: z.int().positive(),
  provider: z.string(),
  /** The log's epoch in which the call was made; absent in older events. */
  epoch: z.int().positive().optional(),
  ...accountThere,
  digest,
  deadline: timestampSchema,
  at: timestampSchema,
});

export type CallAttempt = z.output<typeof callAttempt>;

/** The part of a recorded call that the adapter gets. Nothing is sent after the deadline. */
export type AttemptToSend = Pick<CallAttempt, 'attemptId' | 'deadline' | keyof AcquirerAccount>;

/** The epoch in which a refund or payout was first requested. Null = unknown: the request may be from before the present epoch. */
export const heldIn = z.int().positive().nullable();

export const accountPart = ({ merchantAccount }: Pick<AcquirerAccount, 'merchantAccount'>) =>
  merchantAccount !== undefined && { merchantAccount };

export const accountOf = ({ merchantAccount, credential }: AcquirerAccount): AcquirerAccount => ({
  ...accountPart({ merchantAccount }),
  ...(credential !== undefined && { credential }),
});

/** Whether two calls are in different accounts; false if one of the accounts has no name. */
export const isOtherAccount = (one: AcquirerAccount, other: AcquirerAccount): boolean =>
  one.merchantAccount !== undefined &&
  other.merchantAccount !== undefined &&
  one.merchantAccount !== other.merchantAccount;

export interface LastAttempt extends CallAttempt {
  /** The call certainly did not reach the acquirer. */
  readonly isUnsent?: true | undefined;
  /** The log may have lost the answer to a call of an earlier epoch. */
  readonly mayFollowAnswer?: true;
}

/** Begins the attempt that follows the one with the id `after`; null = the first attempt. */
export interface BeginAttempt extends AcquirerAccount {
  readonly attemptId: string;
  readonly after: string | null;
  readonly epoch: number;
  /** A call of an earlier epoch may be missing from the record. */
  readonly mayLackCalls?: boolean;
  readonly digest?: string | undefined;
  /** The acquirer carries out the call once, however often it is sent. */
  readonly isRepeatable?: boolean;
  readonly now: Timestamp;
}

/** The recorded call that a report is about; absent = the last one. */
interface OfAttempt {
  readonly attemptId?: string | undefined;
}

export interface Unanswered extends OfAttempt {
  readonly failure: string;
  /** The call certainly did not reach the acquirer, so it may be made again at once. */
  readonly isUnsent?: true;
}

/** Fields of an event about a call whose outcome is unknown. */
export const unanswered = {
  failure: z.string(),
  isUnsent: z.literal(true).optional(),
  attemptId: z.uuid().optional(),
};

export const unansweredPart = ({ failure, isUnsent, attemptId }: Unanswered) => ({
  failure,
  ...(isUnsent && { isUnsent }),
  ...(attemptId !== undefined && { attemptId }),
});

/** Whether calls may have been made before the last one. The acquirer may still carry out one of them. */
export const isCalledAgain = (last: Pick<LastAttempt, 'ordinal'> | null): boolean =>
  last !== null && last.ordinal > 1;

/**
 * Whether another call has begun since the one that a report is about.
 * @param report `attemptId` is that of the answered call, or of the last call before a look-up; null = no call was on record.
 * Undefined = the report is about the last call
 */
export const isSuperseded = (
  last: LastAttempt | null,
  { attemptId: reported }: { readonly attemptId?: string | null | undefined },
): boolean => reported !== undefined && last !== null && last.attemptId !== reported;

/** Returns the last call, marked as unsent if the report is about it and says so. */
export const markUnsent = (
  last: LastAttempt | null,
  report: OfAttempt & { readonly isUnsent?: true | undefined },
): LastAttempt | null => {
  const { isUnsent } = report;
  return last && isUnsent && !isSuperseded(last, report) ? { ...last, isUnsent } : last;
};

/** Whether the report is the first to say that the last attempt was not sent. */
export const isNewlyUnsent = (last: LastAttempt | null, report: Unanswered): boolean =>
  report.isUnsent === true &&
  last !== null &&
  last.isUnsent !== true &&
  !isSuperseded(last, report);

/** The time by which a call begun now must have been sent. */
export const sendBy = (now: Timestamp): Timestamp => addSeconds(now, SEND_SECONDS);

/** Whether a call of an earlier epoch, which the log may have lost, may still be on its way to the acquirer. */
export const mayLostCallBeUnderWay = ({ since }: Pick<Epoch, 'since'>, now: Timestamp): boolean =>
  now <= addSeconds(since, SEND_SECONDS + SETTLE_SECONDS);

/** Whether a call without an outcome may still be on its way to the acquirer. */
export const mayBeUnderWay = ({ deadline, isUnsent }: LastAttempt, now: Timestamp): boolean =>
  isUnsent !== true && now <= addSeconds(deadline, SETTLE_SECONDS);

/** @param requested digest of the call */
export const isSameCall = (last: LastAttempt | null, requested: string | undefined): boolean =>
  requested !== undefined && last?.digest === requested;

/** A request that the acquirer says it never received, with our calls for it. */
export interface UnknownThere {
  /** Null = no call is on record. */
  readonly attempt: LastAttempt | null;
  /** When the request was made, or a payout became payable: no call was made before. */
  readonly requestedAt: Timestamp;
  readonly epoch: Epoch;
  readonly now: Timestamp;
}

/** The time after which no call for this request can still be sent, whether it is on record or the log has lost it. */
const lastSentBy = ({ attempt, requestedAt, epoch }: UnknownThere): Timestamp => {
  const onRecord = attempt?.deadline ?? sendBy(requestedAt);
  const lost = sendBy(epoch.since);
  return !isOfEpoch(attempt, epoch.number) && lost > onRecord ? lost : onRecord;
};

/** Whether a call for this request, on record or lost by the log, may still be on its way to the acquirer. */
export const mayAnyBeUnderWay = (calls: UnknownThere): boolean =>
  calls.now <= addSeconds(lastSentBy(calls), SETTLE_SECONDS);

/**
 * Whether none of these calls can arrive at the acquirer any more.
 * @param seconds how long after its deadline a call may arrive, as the acquirer documents; undefined = it does not say: then false
 */
export const isAbsenceFinal = (calls: UnknownThere, seconds: number | undefined): boolean =>
  seconds !== undefined &&
  calls.now > addSeconds(lastSentBy(calls), Math.max(seconds, SETTLE_SECONDS));

export const isOfEpoch = (last: LastAttempt | null, epoch: number): boolean =>
  last?.epoch === epoch;

/** Whether the log may have lost an answer, such as the code of a PIX. */
export const mayLackAnswer = (last: LastAttempt | null, epoch: number): boolean =>
  last !== null && (last.mayFollowAnswer === true || !isOfEpoch(last, epoch));

/** A call that names no account gets that of the call before it. */
export const afterCall = <Call extends CallAttempt>(
  before: Pick<AcquirerAccount, 'merchantAccount'> | null,
  next: Call,
): Call => ({ ...accountPart(before ?? {}), ...next });

/** `afterCall` for a charge. Marks a call that follows an answer which the log may have lost, because the buyer may have that answer. */
export const withAttempt = (last: LastAttempt | null, next: CallAttempt): LastAttempt => {
  const call = afterCall(last, next);
  return next.epoch !== undefined && mayLackAnswer(last, next.epoch)
    ? { ...call, mayFollowAnswer: true }
    : call;
};

/** Whether no call can have reached the acquirer, if the record is complete. */
export const hasSentNothing = (last: LastAttempt | null): boolean =>
  last === null || (last.isUnsent === true && last.ordinal === 1);

/** Whether calls are on record and none of them reached the acquirer. */
export const isKnownUnsent = (last: LastAttempt | null, epoch: number): boolean =>
  isOfEpoch(last, epoch) && hasSentNothing(last);

/** @returns undefined if another attempt was recorded meanwhile, or if the last call may be on its way and is not repeatable */
export const nextAttempt = (
  last: LastAttempt | null,
  begun: BeginAttempt,
  provider: string,
): CallAttempt | undefined => {
  const { attemptId, after, epoch, mayLackCalls = false, isRepeatable = false, now: at } = begun;
  if ((last?.attemptId ?? null) !== after) return undefined;
  if (last && !isRepeatable && mayBeUnderWay(last, at)) return undefined;
  const isNext = mayLackCalls || !hasSentNothing(last);
  const ordinal = (last?.ordinal ?? 1) + (isNext ? 1 : 0);
  const deadline = sendBy(at);
  const stated = {
    ...accountOf(begun),
    ...(begun.digest !== undefined && { digest: begun.digest }),
  };
  return { attemptId, ordinal, provider, epoch, ...stated, deadline, at };
};
