import {
  isLossOverdue,
  isOfEpoch,
  isOverdue,
  isSameCall,
  nothingSent,
  sendBy,
  type BeginAttempt,
  type CallTerms,
  type LastAttempt,
} from '#/domain/call-attempt.ts';
import { mayRepeatLost } from '#/domain/epoch/epoch.ts';
import type { Addressed } from '#/domain/policies/policy.ts';
import type { Timestamp } from '#/domain/time.ts';
import { accountFor } from './acquirer-of.ts';
import type { Ports } from './reaction.ts';

/** The last attempt, of which no outcome is known. */
export interface Earlier {
  /** Null = none is on record. */
  readonly attempt: LastAttempt | null;
  /** The acquirer carries out the same call once for one id of ours, so it need not be known where the last one is. */
  readonly isRepeatable?: boolean | undefined;
  /** No earlier call has reached the acquirer, or will; or no one can pay what it has made. */
  readonly isAbsent?: boolean | undefined;
  /** When the call was asked for. Absent = the acquirer was asked where earlier calls are. */
  readonly requested?: {
    readonly at: Timestamp;
    /** The log's epoch; null = an earlier one than its last. */
    readonly epoch: number | null;
  };
}

/**
 * Returns what identifies a request in its attempt. Take it of all that goes to the acquirer, but for what is made for one call: the
 * attempt itself, and what a browser sends once.
 */
export const digestOf = ({ digest }: Pick<Ports, 'digest'>, request: object): string =>
  digest(JSON.stringify(request));

/** The right to make one call. */
export interface Begun {
  /** No call before it can have reached the acquirer. */
  readonly isFirst: boolean;
  /** Goes down with the request: if this process stood still meanwhile, others may believe that the call was never made. */
  readonly attempt: CallTerms;
}

/**
 * Records that a call which may move money is about to be made. Only the caller that gets a result may make it, and does so at
 * once.
 * @returns undefined when the call is another's, may still be on its way, or may be missing from a log that is another copy now:
 * then the acquirer is asked first (`read-back.ts`)
 */
export const beginAttempt = async (
  ports: Pick<Ports, 'begin' | 'epoch' | 'isClockTrue' | 'newId' | 'now' | 'providers'>,
  parts: {
    readonly platformId: string;
    readonly provider: string;
    /** The account that alone can carry it out; absent = whichever is connected. */
    readonly merchantAccount?: string | undefined;
    /** Of what is asked for, by `digestOf`. */
    readonly digest?: string | undefined;
    readonly earlier: Earlier;
    readonly by: (attempt: BeginAttempt) => Addressed;
  },
): Promise<Begun | undefined> => {
  const { platformId, provider, merchantAccount, digest, earlier, by } = parts;
  const { attempt: last, requested } = earlier;
  if (!ports.isClockTrue()) return undefined;
  const epoch = await ports.epoch();
  const now = ports.now();
  const isRepeatable = earlier.isRepeatable === true && isSameCall(last, digest);
  if (earlier.isRepeatable && !isRepeatable && !earlier.isAbsent) return undefined;
  if (last !== null && !isRepeatable && !isOverdue(last, now)) return undefined;
  const isComplete = requested?.epoch === epoch.number && !mayRepeatLost(epoch, requested.at);
  const isNew = last === null && isComplete;
  const mayLackCalls = !isNew && !isOfEpoch(last, epoch.number);
  const isAsked = requested === undefined && isLossOverdue(epoch, now);
  if (mayLackCalls && !isAsked) return undefined;
  const attemptId = ports.newId();
  const after = last?.attemptId ?? null;
  const account = await accountFor(ports, { provider, platformId, merchantAccount });
  const how = { epoch: epoch.number, mayLackCalls, isRepeatable, digest, ...account };
  if (!(await ports.begin(platformId, by({ attemptId, after, ...how, now })))) return undefined;
  // A log that became another copy meanwhile may have had a record of a call.
  if ((await ports.epoch()).number !== epoch.number) return undefined;
  const isFirst = !mayLackCalls && nothingSent(last);
  return { isFirst, attempt: { attemptId, ...account, deadline: sendBy(now) } };
};
