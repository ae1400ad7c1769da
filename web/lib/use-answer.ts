import { useEffect, useEffectEvent, useState } from 'react';

export type AnswerState<Value> =
  | { readonly status: 'waiting' }
  | { readonly status: 'answered'; readonly value: Value }
  | { readonly status: 'failed' };

const WAITING = { status: 'waiting' } as const;

const RETRY_AFTER_MILLISECONDS = 1_000;

const pause = (): Promise<void> =>
  new Promise((done) => setTimeout(done, RETRY_AFTER_MILLISECONDS));

/**
 * Asks when the key changes, and once more a second after a failure; without a key it does not ask. A late response to an earlier key
 * is discarded.
 */
export const useAnswer = <Value>(
  key: string | undefined,
  ask: (signal: AbortSignal) => Promise<Value>,
): { readonly answer: AnswerState<Value>; readonly askAgain: () => void } => {
  const [round, setRound] = useState(0);
  const [outcome, setOutcome] = useState<{
    readonly key: string;
    readonly answer: AnswerState<Value>;
  }>();
  const askNow = useEffectEvent(ask);
  useEffect(() => {
    if (key === undefined) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const settle = (answer: AnswerState<Value>): void => {
      if (!signal.aborted) setOutcome({ key, answer });
    };
    askNow(signal)
      .catch(async () => {
        await pause();
        return askNow(signal);
      })
      .then(
        (value) => settle({ status: 'answered', value }),
        () => settle({ status: 'failed' }),
      );
    return () => controller.abort();
  }, [key, round]);
  return {
    answer: outcome && outcome.key === key ? outcome.answer : WAITING,
    askAgain: () => {
      setOutcome(undefined);
      setRound(round + 1);
    },
  };
};
