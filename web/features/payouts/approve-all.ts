import { ConnectionLost, ProblemError } from '#/web/lib/rpc.ts';

/** What became of one of several withdrawals. */
export type Outcome =
  | { readonly kind: 'approved'; readonly missing: number }
  | { readonly kind: 'failed'; readonly failure: unknown }
  | { readonly kind: 'notTried' };

export type Outcomes = ReadonlyMap<string, Outcome>;

interface ApprovingAll {
  /** Approves one. @returns how many people must still approve it */
  readonly approve: (withdrawalId: string) => Promise<number>;
  /** Called before each, with those whose outcome is known. */
  readonly onProgress: (outcomes: Outcomes) => void;
  readonly isStopped: () => boolean;
}

const STOPPING: readonly string[] = [
  'session/required',
  'session/forbidden',
  'session/step-up-required',
];

/** Whether the next one would fail just the same: the session is over, the user gave up the password, or nothing answers. */
const isForAll = (failure: unknown): boolean =>
  failure instanceof ConnectionLost ||
  (failure instanceof ProblemError && STOPPING.includes(failure.problem.code));

/**
 * Approves withdrawals one after the other, each by a request of its own: one that fails leaves the others as they are. @returns what
 * became of each; never rejects
 */
export const approveAll = async (
  withdrawalIds: readonly string[],
  { approve, onProgress, isStopped }: ApprovingAll,
): Promise<Outcomes> => {
  const outcomes = new Map<string, Outcome>();
  let isOver = false;
  for (const withdrawalId of withdrawalIds) {
    if (isOver || isStopped()) {
      outcomes.set(withdrawalId, { kind: 'notTried' });
      continue;
    }
    onProgress(new Map(outcomes));
    try {
      outcomes.set(withdrawalId, { kind: 'approved', missing: await approve(withdrawalId) });
    } catch (failure) {
      outcomes.set(withdrawalId, { kind: 'failed', failure });
      isOver = isForAll(failure);
    }
  }
  return outcomes;
};
