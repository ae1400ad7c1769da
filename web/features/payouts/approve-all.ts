import { ConnectionLost, ProblemError } from '#/web/lib/rpc.ts';

/** `missing`: how many staff must still approve it. */
export type Outcome =
  | { readonly kind: 'approved'; readonly missing: number }
  | { readonly kind: 'failed'; readonly failure: unknown }
  | { readonly kind: 'notTried' };

export type Outcomes = ReadonlyMap<string, Outcome>;

interface ApprovingAll {
  /** @returns how many staff must still approve it */
  readonly approve: (withdrawalId: string) => Promise<number>;
  /** Called before each approval. */
  readonly onProgress: (outcomes: Outcomes) => void;
  readonly isStopped: () => boolean;
}

const STOPPING: readonly string[] = [
  'session/required',
  'session/forbidden',
  'session/step-up-required',
];

/** Whether later approvals would fail too. */
const isForAll = (failure: unknown): boolean =>
  failure instanceof ConnectionLost ||
  (failure instanceof ProblemError && STOPPING.includes(failure.problem.code));

/** Each approval is a request: a failure does not undo earlier ones. @returns the outcomes; never rejects */
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
