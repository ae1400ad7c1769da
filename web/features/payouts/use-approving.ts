import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ProblemError } from '#/web/lib/rpc.ts';
import { sessionLost } from '#/web/lib/session-lost.ts';
import { sendWrite } from '#/web/lib/use-write.ts';
import { refreshQueries } from '#/web/lib/refresh-queries.ts';
import { approveAll, type Outcomes } from './approve-all.ts';

export type Approving =
  | { readonly kind: 'asking' }
  | { readonly kind: 'running'; readonly known: number }
  | { readonly kind: 'done'; readonly outcomes: Outcomes };

/** @returns how many members of staff must still approve the withdrawal */
const approve = async (withdrawalId: string): Promise<number> => {
  try {
    return (await sendWrite('admin.approveWithdrawal', { withdrawalId })).missing;
  } catch (failure) {
    if (failure instanceof ProblemError) {
      if (failure.problem.status === 401) sessionLost.note();
      if (failure.problem.code === 'session/other-member') sessionLost.noteOther();
    }
    throw failure;
  }
};

/** Approves withdrawals. `state`: the user must confirm, the approvals are running, or they are done. */
export const useApproving = (withdrawalIds: readonly string[]) => {
  const client = useQueryClient();
  const [state, setState] = useState<Approving>({ kind: 'asking' });
  const isStopped = useRef(false);
  const stop = (): void => {
    isStopped.current = true;
  };
  // Closing the dialog stops further approvals: none is sent unseen.
  useEffect(() => {
    isStopped.current = false;
    return stop;
  }, []);
  const begin = async (): Promise<Outcomes> => {
    setState({ kind: 'running', known: 0 });
    const outcomes = await approveAll(withdrawalIds, {
      approve,
      onProgress: ({ size: known }) => setState({ kind: 'running', known }),
      isStopped: () => isStopped.current,
    });
    setState({ kind: 'done', outcomes });
    void refreshQueries(client);
    return outcomes;
  };
  return { state, begin, stop };
};
