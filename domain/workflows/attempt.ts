import {
  mayLostCallBeUnderWay,
  isOfEpoch,
  isOtherAccount,
  mayBeUnderWay,
  isSameCall,
  hasSentNothing,
  sendBy,
  type BeginAttempt,
  type AttemptToSend,
  type LastAttempt,
} from '#/domain/acquiring/call-attempt.ts';
import type { AddressedCommand } from '#/domain/aggregates/deciders.ts';
import { isRecordComplete, type Epoch, type RequestOrigin } from '#/domain/epoch/epoch.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import { chooseAccount } from './acquirer-of.ts';
import type { Ports } from './reaction.ts';

export interface EarlierCalls {
  /** The last attempt, whose outcome is unknown; null = none is on record. */
  readonly attempt: LastAttempt | null;
  /** The acquirer carries out the call once for one id of ours, however often it is sent. */
  readonly isRepeatable?: boolean | undefined;
  /** No earlier call can have any effect. Callers set this also for a PIX whose code no one has seen. */
  readonly isAbsent?: boolean | undefined;
  /** The request that the call is for, unless we have asked the acquirer about earlier calls. Absent = we have asked. */
  readonly origin?: RequestOrigin;
}

/** Whether the log certainly has every call for the request. */
const isNoCallLost = ({ origin }: EarlierCalls, epoch: Epoch): boolean =>
  origin !== undefined && isRecordComplete(epoch, origin);

/** Whether we asked the acquirer so late that its answer includes every call that the log has lost. */
const areLostCallsAnswered = ({ origin }: EarlierCalls, epoch: Epoch, now: Timestamp): boolean =>
  origin === undefined && !mayLostCallBeUnderWay(epoch, now);

/** Whether no call has reached the acquirer and none can any more, neither one on record nor one that the log has lost. */
export const isNothingSent = (earlier: EarlierCalls, epoch: Epoch, now: Timestamp): boolean => {
  const { attempt, isAbsent = false } = earlier;
  if (attempt === null && isNoCallLost(earlier, epoch)) return true;
  return (
    isAbsent && (isOfEpoch(attempt, epoch.number) || areLostCallsAnswered(earlier, epoch, now))
  );
};

/**
 * Returns the digest that is recorded with a call: of the bytes to send, or else of our request.
 * @param encode returns the bytes to send; absent if they are not known, or the call is not repeated
 */
export const digestOf = async <Request extends object>(
  { digest }: Pick<Ports, 'digest'>,
  request: Request,
  encode?: (request: Request) => Promise<string | undefined>,
): Promise<string> => digest((await encode?.(request)) ?? JSON.stringify(request));

/** The right to make one call. */
export interface BegunAttempt {
  /** No call before it can have reached the acquirer. */
  readonly isFirst: boolean;
  /** For the adapter, which sends nothing after the deadline: other processes may then regard the call as not made. */
  readonly attempt: AttemptToSend;
}

/**
 * Records a call to an acquirer before it is made. Only if this returns an attempt may the caller make the call, and at once.
 * @returns undefined if the call must not be made now, for example because an earlier call may be on its way
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
    /** The account that must carry out the call; absent = the one that is connected. */
    readonly merchantAccount?: string | undefined;
    readonly digest?: string | undefined;
    readonly earlier: EarlierCalls;
    /** Makes the command that records the attempt. */
    readonly by: (attempt: BeginAttempt) => AddressedCommand;
  },
): Promise<BegunAttempt | undefined> => {
  const { attempt: last } = earlier;
  if (!ports.isClockTrue()) return undefined;
  const now = ports.now();
  const epoch = await ports.epoch();
  const account = await chooseAccount(ports, { provider, platformId, merchantAccount }, last);
  // Another account does not know the call, and would carry it out a second time.
  const isSameAccount = last === null || !isOtherAccount(last, account);
  const isRepeatable = earlier.isRepeatable === true && isSameCall(last, digest) && isSameAccount;
  if (earlier.isRepeatable && !isRepeatable && !earlier.isAbsent) return undefined;
  if (last !== null && !isRepeatable && mayBeUnderWay(last, now)) return undefined;
  const isNew = last === null && isNoCallLost(earlier, epoch);
  const mayLackCalls = !isNew && !isOfEpoch(last, epoch.number);
  if (mayLackCalls && !areLostCallsAnswered(earlier, epoch, now)) return undefined;
  const attemptId = ports.newId();
  const after = last?.attemptId ?? null;
  const call = { epoch: epoch.number, mayLackCalls, isRepeatable, digest, ...account };
  if (!(await ports.begin(platformId, by({ attemptId, after, ...call, now })))) return undefined;
  // If the epoch has changed, the log may be another copy, which lacks calls.
  if ((await ports.epoch()).number !== epoch.number) return undefined;
  const isFirst = !mayLackCalls && hasSentNothing(last);
  return { isFirst, attempt: { attemptId, ...account, deadline: sendBy(now) } };
};
