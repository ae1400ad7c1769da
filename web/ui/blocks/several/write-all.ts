import { ConnectionLost, ProblemError } from '#/web/lib/rpc.ts';

/** How one of several writes ended. `answer`: what the server answered. */
export type Outcome<Answer> =
  | { readonly kind: 'done'; readonly answer: Answer }
  | { readonly kind: 'failed'; readonly failure: unknown }
  | { readonly kind: 'notTried' };

/** By id. */
export type Outcomes<Answer> = ReadonlyMap<string, Outcome<Answer>>;

interface WritingAll<Input, Answer> {
  readonly write: (input: Input) => Promise<Answer>;
  /** Called before each write, with the outcomes so far. */
  readonly onProgress: (outcomes: Outcomes<Answer>) => void;
  readonly isStopped: () => boolean;
}

const STOPPING: readonly string[] = [
  'session/required',
  'session/forbidden',
  'session/step-up-required',
  'session/other-member',
];

/** Whether later writes would fail too. */
const failsForAll = (failure: unknown): boolean =>
  failure instanceof ConnectionLost ||
  (failure instanceof ProblemError && STOPPING.includes(failure.problem.code));

/**
 * Each write is a request, one after the other: a failure does not undo earlier ones.
 * @param inputs by the id of what is written about
 * @returns the outcomes by the same ids; never rejects
 */
export const writeAll = async <Input, Answer>(
  inputs: ReadonlyMap<string, Input>,
  { write, onProgress, isStopped }: WritingAll<Input, Answer>,
): Promise<Outcomes<Answer>> => {
  const outcomes = new Map<string, Outcome<Answer>>();
  let isAborted = false;
  for (const [id, input] of inputs) {
    if (isAborted || isStopped()) {
      outcomes.set(id, { kind: 'notTried' });
      continue;
    }
    onProgress(new Map(outcomes));
    try {
      outcomes.set(id, { kind: 'done', answer: await write(input) });
    } catch (failure) {
      outcomes.set(id, { kind: 'failed', failure });
      isAborted = failsForAll(failure);
    }
  }
  return outcomes;
};
