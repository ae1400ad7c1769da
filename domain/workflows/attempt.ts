import {
  isOverdue,
  nothingSent,
  sendBy,
  type BeginAttempt,
  type LastAttempt,
} from '#/domain/call-attempt.ts';
import type { Addressed } from '#/domain/policies/policy.ts';
import type { Ports } from './reaction.ts';

/**
 * Records that a call which may move money is about to be made. Only the caller that gets a result may make it, and does so at
 * once; `isFirst` = no call before it can have reached the acquirer.
 * @param parts.after the last attempt, of which no outcome is known; null = none
 * @returns undefined when the call is another's, or may still be on its way
 */
export const beginAttempt = async (
  ports: Pick<Ports, 'begin' | 'newId' | 'now'>,
  parts: {
    readonly platformId: string;
    readonly after: LastAttempt | null;
    readonly by: (attempt: BeginAttempt) => Addressed;
  },
): Promise<{ readonly isFirst: boolean } | undefined> => {
  const { platformId, after, by } = parts;
  const now = ports.now();
  if (after !== null && !isOverdue(after, now)) return undefined;
  const command = by({ attemptId: ports.newId(), after: after?.attemptId ?? null, now });
  if (!(await ports.begin(platformId, command))) return undefined;
  // If this process stood still meanwhile, others may believe by now that the call was never made.
  return ports.now() > sendBy(now) ? undefined : { isFirst: nothingSent(after) };
};
