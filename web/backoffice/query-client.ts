import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { sessionQuery } from '#/web/features/session/session-query.ts';
import { sessionLost } from '#/web/lib/session-lost.ts';
import { ProblemError } from '#/web/lib/rpc.ts';

const problemOf = (error: unknown): Partial<ProblemError['problem']> =>
  error instanceof ProblemError ? error.problem : {};

const LAST_RETRY = 2;

/** Retries lost connections, timeouts and server errors, but not refusals. */
const worthRetrying = (failures: number, error: unknown): boolean =>
  failures < LAST_RETRY && (problemOf(error).status ?? 500) >= 500;

/** When staff began or ended to act as a seller in another tab, this tab follows. */
const followImpersonation = (client: QueryClient, error: unknown): void => {
  const { queryKey } = sessionQuery;
  const session = client.getQueryData(queryKey);
  if (!session) return;
  const { code } = problemOf(error);
  const isImpersonating = session.impersonation !== null;
  // After a reload the page leads to the area of the present session.
  if (code === 'session/impersonating' && !isImpersonating) window.location.reload();
  if (code === 'session/forbidden' && isImpersonating) void client.invalidateQueries({ queryKey });
};

/** Reads and writes both report when the server has ended the session. */
export const makeQueryClient = (): QueryClient => {
  const onError = (error: unknown): void => {
    const { status, code } = problemOf(error);
    if (status === 401) sessionLost.note();
    if (code === 'session/other-member') sessionLost.noteOther();
    followImpersonation(client, error);
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: { queries: { retry: worthRetrying, staleTime: 5_000 } },
  });
  return client;
};
