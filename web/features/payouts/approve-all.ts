import { ConnectionLost, ProblemError } from '#/web/lib/rpc.ts';

/** How the approval of one withdrawal ended. `missing`: how many members of staff must still approve the withdrawal. */
export type Outcome =
  | { readonly kind: 'approved'; readonly missing: number }
  | { readonly kind: 'failed'; readonly failure: unknown }
  | { readonly kind: 'notTried' };

export type Outcomes = ReadonlyMap<string, Outcome>;

interface ApprovingAll {
  /** @returns how many members of staff must still approve the withdrawal */
  readonly approve: (withdrawalId: string) => Promise<number>;
  /** Called before each approval, with the outcomes so far. */
  readonly onProgress: (outcomes: Outcomes) => void;
  readonly isStopped: () => boolean;
}

const STOPPING: readonly string[] = [
  'session/required',
  'session/forbidden',
  'session/step-up-required',
  'session/other-member',
];

/** Whether later approvals would fail too. */
const failsForAll = (failure: unknown): boolean =>
  failure instanceof ConnectionLost ||
  (failure instanceof ProblemError && STOPPING.includes(failure.problem.code));

/** Each approval is a request: a failure does not undo earlier ones. @returns the outcomes; never rejects */
export const approveAll = async (
  withdrawalIds: readonly string[],
  { approve, onProgress, isStopped }: ApprovingAll,
): Promise<Outcomes> => {
  const outcomes = new Map<string, Outcome>();
  let isAborted = false;
  for (const withdrawalId of withdrawalIds) {
    if (isAborted || isStopped()) {
      outcomes.set(withdrawalId, { kind: 'notTried' });
      continue;
    }
    onProgress(new Map(outcomes));
    try {
      outcomes.set(withdrawalId, { kind: 'approved', missing: await approve(withdrawalId) });
    } catch (failure) {
      outcomes.set(withdrawalId, { kind: 'failed', failure });
      isAborted = failsForAll(failure);
    }
  }
  return outcomes;
};
