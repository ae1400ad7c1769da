import {
  accountOf,
  isLossOverdue,
  isOfEpoch,
  isOverdue,
  nothingSent,
  sendBy,
  type BeginAttempt,
  type CallTerms,
  type LastAttempt,
} from '#/domain/call-attempt.ts';
import { mayRepeatLost } from '#/domain/epoch/epoch.ts';
import type { Addressed } from '#/domain/policies/policy.ts';
import { accountFor } from './acquirer-of.ts';
import type { Ports } from './reaction.ts';

/** The last attempt, of which no outcome is known. */
export interface Earlier {
  /** Null = none is on record. */
  readonly attempt: LastAttempt | null;
  /** The acquirer carries out the call once for one id of ours, so it need not be known where the last one is. */
  readonly isRepeatable?: boolean | undefined;
  /**
   * The log's epoch in which the call was asked for; null = an earlier one than its last. Absent = the acquirer was asked where
   * earlier calls are.
   */
  readonly requestedIn?: number | null;
}

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
  ports: Pick<Ports, 'begin' | 'epoch' | 'newId' | 'now' | 'providers'>,
  parts: {
    readonly platformId: string;
    readonly provider: string;
    readonly earlier: Earlier;
    readonly by: (attempt: BeginAttempt) => Addressed;
  },
): Promise<Begun | undefined> => {
  const { platformId, provider, earlier, by } = parts;
  const { attempt: last, isRepeatable = false, requestedIn } = earlier;
  const epoch = await ports.epoch();
  const now = ports.now();
  if (last !== null && !isRepeatable && !isOverdue(last, now)) return undefined;
  const isNew = last === null && requestedIn === epoch.number && !mayRepeatLost(epoch, now);
  const mayLackCalls = !isNew && !isOfEpoch(last, epoch.number);
  const isAsked = requestedIn === undefined && isLossOverdue(epoch, now);
  if (mayLackCalls && !isAsked) return undefined;
  const attemptId = ports.newId();
  const after = last?.attemptId ?? null;
  const account = accountOf(await accountFor(ports, { provider, platformId }));
  const how = { epoch: epoch.number, mayLackCalls, isRepeatable, ...account };
  if (!(await ports.begin(platformId, by({ attemptId, after, ...how, now })))) return undefined;
  // A log that became another copy meanwhile may have had a record of a call.
  if ((await ports.epoch()).number !== epoch.number) return undefined;
  const isFirst = !mayLackCalls && nothingSent(last);
  return { isFirst, attempt: { attemptId, ...account, deadline: sendBy(now) } };
};
