import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ProblemError } from '#/web/lib/rpc.ts';
import { ErrorCard, NoPermission, SkeletonLines } from './states.tsx';
import { useTexts } from './texts.ts';

interface AnswerProps<Data> {
  readonly query: UseQueryResult<Data>;
  /** Lines of the skeleton, about as many as will come. */
  readonly lines?: number;
  /** Of each of them, as a class (`h-14`). */
  readonly height?: string;
  readonly children: (data: Data) => ReactNode;
}

/** What a query answered, or the state it is in. Old data stays on screen while it is read again. */
export const Answer = <Data,>({ query, lines = 4, height, children }: AnswerProps<Data>) => {
  const { common } = useTexts();
  if (query.data !== undefined) return children(query.data);
  if (query.error === null) {
    return <SkeletonLines count={lines} label={common.loading} {...(height && { height })} />;
  }
  if (query.error instanceof ProblemError && query.error.problem.status === 403) {
    return <NoPermission />;
  }
  return <ErrorCard error={query.error} onRetry={() => void query.refetch()} />;
};
