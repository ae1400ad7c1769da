import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { sessionLost } from '#/web/lib/session-lost.ts';
import { ProblemError } from '#/web/lib/rpc.ts';

const statusOf = (error: unknown): number | undefined =>
  error instanceof ProblemError ? error.problem.status : undefined;

const LAST_RETRY = 2;

/** A refusal is not retried; timeouts and server errors are retried twice. */
const worthRetrying = (failures: number, error: unknown): boolean =>
  failures < LAST_RETRY && (statusOf(error) ?? 500) >= 500;

const onError = (error: unknown): void => {
  if (statusOf(error) === 401) sessionLost.note();
};

/** Both reads and writes report when the server has ended the session. */
export const makeQueryClient = (): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: { queries: { retry: worthRetrying, staleTime: 5_000 } },
  });
