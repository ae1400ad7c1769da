import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { InputOf, MutationName, OutputOf } from '#/api/contract/contract.ts';
import { refreshQueries } from '#/web/lib/refresh-queries.ts';
import { ProblemError } from '#/web/lib/rpc.ts';
import { sessionLost } from '#/web/lib/session-lost.ts';
import { sendWrite } from '#/web/lib/use-write.ts';
import { writeAll, type Outcomes } from './write-all.ts';

export type WritingAllState<Answer> =
  | { readonly kind: 'asking' }
  | { readonly kind: 'running'; readonly known: number }
  | { readonly kind: 'done'; readonly outcomes: Outcomes<Answer> };

const send = async <Name extends MutationName>(
  name: Name,
  input: InputOf<Name>,
): Promise<OutputOf<Name>> => {
  try {
    return await sendWrite(name, input);
  } catch (failure) {
    if (failure instanceof ProblemError) {
      if (failure.problem.status === 401) sessionLost.note();
      if (failure.problem.code === 'session/other-member') sessionLost.noteOther();
    }
    throw failure;
  }
};

/** Sends a mutation for each of several ids. `state`: the user must confirm, the writes are running, or they are done. */
export const useWriteAll = <Name extends MutationName>(name: Name) => {
  const client = useQueryClient();
  const [state, setState] = useState<WritingAllState<OutputOf<Name>>>({ kind: 'asking' });
  const isStopped = useRef(false);
  const stop = (): void => {
    isStopped.current = true;
  };
  // Closing the dialog stops further writes: none is sent unseen.
  useEffect(() => {
    isStopped.current = false;
    return stop;
  }, []);
  const begin = async (
    inputs: ReadonlyMap<string, InputOf<Name>>,
  ): Promise<Outcomes<OutputOf<Name>>> => {
    setState({ kind: 'running', known: 0 });
    const outcomes = await writeAll(inputs, {
      write: (input) => send(name, input),
      onProgress: ({ size: known }) => setState({ kind: 'running', known }),
      isStopped: () => isStopped.current,
    });
    setState({ kind: 'done', outcomes });
    void refreshQueries(client);
    return outcomes;
  };
  return { state, begin, stop };
};
