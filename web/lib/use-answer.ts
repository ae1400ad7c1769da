import { useEffect, useEffectEvent, useState } from 'react';

export type Fetched<Value> =
  | { readonly status: 'waiting' }
  | { readonly status: 'answered'; readonly value: Value }
  | { readonly status: 'failed' };

const WAITING = { status: 'waiting' } as const;

const RETRY_AFTER_MILLISECONDS = 1_000;

const pause = (): Promise<void> =>
  new Promise((done) => setTimeout(done, RETRY_AFTER_MILLISECONDS));

/** Asks again when the key changes; a late response to an earlier key is discarded. */
export const useAnswer = <Value>(
  key: string | undefined,
  ask: (signal: AbortSignal) => Promise<Value>,
): { readonly answer: Fetched<Value>; readonly askAgain: () => void } => {
  const [round, setRound] = useState(0);
  const [settled, setSettled] = useState<{
    readonly key: string;
    readonly answer: Fetched<Value>;
  }>();
  const askNow = useEffectEvent(ask);
  useEffect(() => {
    if (key === undefined) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const settle = (answer: Fetched<Value>): void => {
      if (!signal.aborted) setSettled({ key, answer });
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
    answer: settled && settled.key === key ? settled.answer : WAITING,
    askAgain: () => {
      setSettled(undefined);
      setRound(round + 1);
    },
  };
};
