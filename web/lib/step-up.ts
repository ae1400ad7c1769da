import type { StepUpAsks } from '#/api/contract/procedure.ts';
import { ProblemError } from './rpc.ts';

/** All waiting writes share one question. */
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

/** The proof that the server requires; undefined for other refusals. */
const stepUpAsksIn = (failure: unknown): StepUpAsks | undefined => {
  if (!(failure instanceof ProblemError)) return undefined;
  const { code, details } = failure.problem;
  if (code !== 'session/step-up-required') return undefined;
  return details?.['asks'] === 'code' ? 'code' : 'password';
};

/** If the server requires proof of identity, asks for it and sends again. @throws what `send` throws */
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
export const stepUpQuestion = {
  /** The proof that the server requires; undefined while no write waits for it. */
  asks: (): StepUpAsks | undefined => question?.asks,
  answer: (isProven: boolean): void => question?.answer(isProven),
  onChange: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
} as const;
