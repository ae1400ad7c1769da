import { useEffect, useEffectEvent, useState } from 'react';

export type Answer<Value> =
  | { readonly status: 'waiting' }
  | { readonly status: 'answered'; readonly value: Value }
  | { readonly status: 'failed' };

const WAITING = { status: 'waiting' } as const;

const RETRY_AFTER_MILLISECONDS = 1_000;

const pause = (): Promise<void> =>
  new Promise((done) => setTimeout(done, RETRY_AFTER_MILLISECONDS));

/**
 * What the key asks for, asked whenever the key changes, and once more when that fails; without a key nothing is asked. What
 * comes late for an earlier key is dropped. A query library would keep answers for other screens, and the checkout has one.
 */
export const useAnswer = <Value>(
  key: string | undefined,
  ask: (signal: AbortSignal) => Promise<Value>,
): { readonly answer: Answer<Value>; readonly askAgain: () => void } => {
  const [round, setRound] = useState(0);
  const [settled, setSettled] = useState<{
    readonly key: string;
    readonly answer: Answer<Value>;
  }>();
  const asked = useEffectEvent(ask);
  useEffect(() => {
    if (key === undefined) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const settle = (answer: Answer<Value>): void => {
      if (!signal.aborted) setSettled({ key, answer });
    };
    asked(signal)
      .catch(async () => {
        await pause();
        return asked(signal);
      })
      .then(
        (value) => settle({ status: 'answered', value }),
        () => settle({ status: 'failed' }),
      );
    return () => controller.abort();
  }, [key, round]);
  return {
    answer: settled && settled.key === key ? settled.answer : WAITING,
    askAgain: () => {
      setSettled(undefined);
      setRound(round + 1);
    },
  };
};
