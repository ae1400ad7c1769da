import {
  isOverdue,
  nothingSent,
  sendBy,
  type BeginAttempt,
  type LastAttempt,
} from '#/domain/call-attempt.ts';
import type { Addressed } from '#/domain/policies/policy.ts';
import type { Ports } from './reaction.ts';

/** The last attempt, of which no outcome is known. */
export interface Earlier {
  readonly attempt: LastAttempt | null;
  /** The acquirer carries out the call once for one id of ours, so it need not be known where the last one is. */
  readonly isRepeatable?: boolean | undefined;
}

/** No call was made before. */
export const NO_CALL: Earlier = { attempt: null };

/**
 * Records that a call which may move money is about to be made. Only the caller that gets a result may make it, and does so at
 * once; `isFirst` = no call before it can have reached the acquirer.
 * @returns undefined when the call is another's, or may still be on its way
 */
export const beginAttempt = async (
  ports: Pick<Ports, 'begin' | 'newId' | 'now'>,
  parts: {
    readonly platformId: string;
    readonly earlier: Earlier;
    readonly by: (attempt: BeginAttempt) => Addressed;
  },
): Promise<{ readonly isFirst: boolean } | undefined> => {
  const { platformId, earlier, by } = parts;
  const { attempt: after, isRepeatable = false } = earlier;
  const now = ports.now();
  if (after !== null && !isRepeatable && !isOverdue(after, now)) return undefined;
  const attemptId = ports.newId();
  const command = by({ attemptId, after: after?.attemptId ?? null, isRepeatable, now });
  if (!(await ports.begin(platformId, command))) return undefined;
  // If this process stood still meanwhile, others may believe by now that the call was never made.
  return ports.now() > sendBy(now) ? undefined : { isFirst: nothingSent(after) };
};
