import type { StepUpAsks } from '#/api/contract/procedure.ts';
import { ProblemError } from './rpc.ts';

/** The user is being asked for the password, or a code; all writes that wait for it share the question. */
interface Question {
  readonly asks: StepUpAsks;
  readonly answered: Promise<boolean>;
  readonly answer: (isProven: boolean) => void;
}

let question: Question | undefined;
const listeners = new Set<() => void>();

const change = (next: Question | undefined): void => {
  question = next;
  for (const listener of listeners) listener();
};

const ask = (asks: StepUpAsks): Promise<boolean> => {
  if (question) return question.answered;
  let answer: Question['answer'] = () => undefined;
  const answered = new Promise<boolean>((resolve) => {
    answer = (isProven) => {
      change(undefined);
      resolve(isProven);
    };
  });
  change({ asks, answered, answer });
  return answered;
};

/** Returns the proof that the server requires for a refused write; undefined when the refusal has another reason. */
const stepUpAsksIn = (failure: unknown): StepUpAsks | undefined => {
  if (!(failure instanceof ProblemError)) return undefined;
  const { code, details } = failure.problem;
  if (code !== 'session/step-up-required') return undefined;
  return details?.['asks'] === 'code' ? 'code' : 'password';
};

/**
 * Sends a write. When the server first requires proof of the user's identity, the page asks for it
 * (`web/features/session/step-up-dialog.tsx`), and the same write is sent again.
 * @throws what `send` throws; the refusal that required proof when the user gives up
 */
export const withStepUp = async <Output>(send: () => Promise<Output>): Promise<Output> => {
  try {
    return await send();
  } catch (failure) {
    const asks = stepUpAsksIn(failure);
    if (asks === undefined || !(await ask(asks))) throw failure;
    return withStepUp(send);
  }
};

/** Bound functions for `useSyncExternalStore`. */
export const stepUpAsked = {
  /** What the user is being asked for; undefined while no write waits. */
  asks: (): StepUpAsks | undefined => question?.asks,
  answer: (isProven: boolean): void => question?.answer(isProven),
  onChange: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
} as const;
