import {
  isLossOverdue,
  isOfEpoch,
  isOtherAccount,
  isOverdue,
  isSameCall,
  nothingSent,
  sendBy,
  type BeginAttempt,
  type AttemptToSend,
  type LastAttempt,
} from '#/domain/acquiring/call-attempt.ts';
import type { AddressedCommand } from '#/domain/aggregates/deciders.ts';
import { isRecordComplete, type Epoch, type MadeRequest } from '#/domain/epoch/epoch.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import { chooseAccount } from './acquirer-of.ts';
import type { Ports } from './reaction.ts';

/** What is known about the calls before the one that is about to begin. */
export interface Earlier {
  /** The last attempt, whose outcome is unknown. Null = none is on record. */
  readonly attempt: LastAttempt | null;
  /**
   * The acquirer carries out the same call only once for one id of ours. So the next call may begin even if the outcome of the last one is
   * unknown.
   */
  readonly isRepeatable?: boolean | undefined;
  /**
   * No earlier call has reached the acquirer, and none can reach it any more. Also true for a PIX whose code no one saw: even if its call
   * arrived, no one can pay its charge. False or absent = this is not certain.
   */
  readonly isAbsent?: boolean | undefined;
  /**
   * When the request was made, and in which epoch: this tells whether the log may have lost a call. Absent = the acquirer was asked about
   * earlier calls instead.
   */
  readonly requested?: MadeRequest;
}

/** Whether none of the calls for a request was lost: the log was not replaced by another copy since the request was first made. */
const isNoneLost = ({ requested }: Earlier, epoch: Epoch): boolean =>
  requested !== undefined && isRecordComplete(epoch, requested);

/** Whether the acquirer was asked about the calls that the log may have lost, and so late that none of them could still be on its way. */
const isAskedAboutLost = ({ requested }: Earlier, epoch: Epoch, now: Timestamp): boolean =>
  requested === undefined && isLossOverdue(epoch, now);

/** Whether certainly no call, recorded or lost, has reached the acquirer, and none can reach it any more. */
export const isNothingSent = (earlier: Earlier, epoch: Epoch, now: Timestamp): boolean => {
  const { attempt, isAbsent = false } = earlier;
  if (attempt === null && isNoneLost(earlier, epoch)) return true;
  return isAbsent && (isOfEpoch(attempt, epoch.number) || isAskedAboutLost(earlier, epoch, now));
};

/**
 * Returns the digest that is recorded with a call. It is made from the exact bytes that would be sent, if `encode` returns them. Otherwise
 * it is made from our request, and only shows later what was requested.
 * @param encode the acquirer's; absent if the acquirer is not connected, or if the call is never repeated
 */
export const digestOf = async <Request extends object>(
  { digest }: Pick<Ports, 'digest'>,
  request: Request,
  encode?: (request: Request) => Promise<string | undefined>,
): Promise<string> => digest((await encode?.(request)) ?? JSON.stringify(request));

/** The right to make one call. */
export interface BegunAttempt {
  /** No call before it can have reached the acquirer. False = one may have. */
  readonly isFirst: boolean;
  /**
   * Passed to the adapter with the request, so that the adapter sends nothing after the deadline. If this process freezes before it sends,
   * other processes may have concluded by then that the call was never made.
   */
  readonly attempt: AttemptToSend;
}

/**
 * Records that a call which may move money is about to be made. Only if this returns an attempt may the caller make the call, and then at
 * once.
 * @returns undefined if the clock is wrong; if the last call may still be on its way; if the call would be a repetition, but not of the
 * same call in the same account; if the log was replaced by another copy and may lack a call, so that the acquirer must be asked first; or
 * if the command of `by` records nothing, for example because another process makes the call
 */
export const beginAttempt = async (
  ports: Pick<Ports, 'begin' | 'epoch' | 'isClockTrue' | 'newId' | 'now' | 'providers'>,
  {
    platformId,
    provider,
    merchantAccount,
    digest,
    earlier,
    by,
  }: {
    readonly platformId: string;
    readonly provider: string;
    /** The only account that can carry out the call; absent = the one that is connected. */
    readonly merchantAccount?: string | undefined;
    /** The digest of the request, by `digestOf`. */
    readonly digest?: string | undefined;
    readonly earlier: Earlier;
    readonly by: (attempt: BeginAttempt) => AddressedCommand;
  },
): Promise<BegunAttempt | undefined> => {
  const { attempt: last } = earlier;
  if (!ports.isClockTrue()) return undefined;
  const now = ports.now();
  const epoch = await ports.epoch();
  const account = await chooseAccount(ports, { provider, platformId, merchantAccount }, last);
  // Another account does not know the call, and would carry it out a second time.
  const isThere = last === null || !isOtherAccount(last, account);
  const isRepeatable = earlier.isRepeatable === true && isSameCall(last, digest) && isThere;
  if (earlier.isRepeatable && !isRepeatable && !earlier.isAbsent) return undefined;
  if (last !== null && !isRepeatable && !isOverdue(last, now)) return undefined;
  const isNew = last === null && isNoneLost(earlier, epoch);
  const mayLackCalls = !isNew && !isOfEpoch(last, epoch.number);
  if (mayLackCalls && !isAskedAboutLost(earlier, epoch, now)) return undefined;
  const attemptId = ports.newId();
  const after = last?.attemptId ?? null;
  const how = { epoch: epoch.number, mayLackCalls, isRepeatable, digest, ...account };
  if (!(await ports.begin(platformId, by({ attemptId, after, ...how, now })))) return undefined;
  // If the log was replaced by another copy meanwhile, the events that it lost may include another call.
  if ((await ports.epoch()).number !== epoch.number) return undefined;
  const isFirst = !mayLackCalls && nothingSent(last);
  return { isFirst, attempt: { attemptId, ...account, deadline: sendBy(now) } };
};
