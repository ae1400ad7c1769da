import { ProblemError } from './rpc.ts';

/** The user is being asked for the password; all writes that wait for it share the question. */
interface Question {
  readonly answered: Promise<boolean>;
  readonly answer: (isProven: boolean) => void;
}

let question: Question | undefined;
const listeners = new Set<() => void>();

const change = (next: Question | undefined): void => {
  question = next;
  for (const listener of listeners) listener();
};

const ask = (): Promise<boolean> => {
  if (question) return question.answered;
  let answer: Question['answer'] = () => undefined;
  const answered = new Promise<boolean>((resolve) => {
    answer = (isProven) => {
      change(undefined);
      resolve(isProven);
    };
  });
  change({ answered, answer });
  return answered;
};

const isRequired = (failure: unknown): boolean =>
  failure instanceof ProblemError && failure.problem.code === 'session/step-up-required';

/**
 * Sends a write; when the server asks first who is there, so does the page (`web/features/session/step-up-dialog.tsx`), and
 * the same write is sent again. @throws the server's refusal when the user gives up
 */
export const withStepUp = async <Output>(send: () => Promise<Output>): Promise<Output> => {
  try {
    return await send();
  } catch (failure) {
    if (!isRequired(failure) || !(await ask())) throw failure;
    return withStepUp(send);
  }
};

/** Bound functions for `useSyncExternalStore`. */
export const stepUpAsked = {
  isAsked: (): boolean => question !== undefined,
  answer: (isProven: boolean): void => question?.answer(isProven),
  onChange: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
} as const;
