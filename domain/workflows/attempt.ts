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
import type { AddressedCommand } from '#/domain/policies/policy.ts';
import type { Timestamp } from '#/domain/time.ts';
import { accountFor } from './acquirer-of.ts';
import type { Ports } from './reaction.ts';

/** What is known of the calls before the one that is to begin. */
export interface Earlier {
  /** The last attempt, whose outcome is unknown. Null = none is on record. */
  readonly attempt: LastAttempt | null;
  /** The acquirer carries out the same call once for one id of ours, so the outcome of the last one need not be known. */
  readonly isRepeatable?: boolean | undefined;
  /** No earlier call has reached the acquirer or still can; or no one can pay what it made (a PIX whose code no one saw). */
  readonly isAbsent?: boolean | undefined;
  /** When the call was requested. Absent = the acquirer was asked about earlier calls instead. */
  readonly requested?: {
    readonly at: Timestamp;
    /** The log's epoch at that time; null = an epoch before its last one. */
    readonly epoch: number | null;
  };
}

/**
 * Returns the digest that identifies a request in its attempt. Compute it from all that goes to the acquirer, except what is made
 * for one call alone: the attempt itself, and what a browser sends once.
 */
export const digestOf = ({ digest }: Pick<Ports, 'digest'>, request: object): string =>
  digest(JSON.stringify(request));

/** The right to make one call. */
export interface BegunAttempt {
  /** No call before it can have reached the acquirer. */
  readonly isFirst: boolean;
  /**
   * Goes to the adapter with the request, so that nothing is sent after the deadline: if this process stood still meanwhile,
   * others may believe that the call was never made.
   */
  readonly attempt: CallTerms;
}

/**
 * Records that a call which may move money is about to be made. Only the caller that gets a result may make it, and does so at
 * once.
 * @returns undefined when another process makes the call, when the last call may still be on its way, or when the log has become
 * another copy and may lack a call: then the acquirer is asked first (`read-back.ts`)
 */
export const beginAttempt = async (
  ports: Pick<Ports, 'begin' | 'epoch' | 'isClockTrue' | 'newId' | 'now' | 'providers'>,
  parts: {
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
  const { platformId, provider, merchantAccount, digest, earlier, by } = parts;
  const { attempt: last, requested } = earlier;
  if (!ports.isClockTrue()) return undefined;
  const now = ports.now();
  const epoch = await ports.epoch();
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
  // If the log has become another copy meanwhile, its lost end may have held another call.
  if ((await ports.epoch()).number !== epoch.number) return undefined;
  const isFirst = !mayLackCalls && nothingSent(last);
  return { isFirst, attempt: { attemptId, ...account, deadline: sendBy(now) } };
};
