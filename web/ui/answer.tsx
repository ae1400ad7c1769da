import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ProblemError } from '#/web/lib/rpc.ts';
import { ErrorCard, NoPermission, SkeletonLines } from './states.tsx';
import { useUiTexts } from '#/web/ui/hooks/use-ui-texts.ts';

interface AnswerProps<Data> {
  readonly query: UseQueryResult<Data>;
  /** Skeleton lines, about as many as the data will have. */
  readonly lines?: number;
  /** Each line's height, as a class (`h-14`). */
  readonly height?: string;
  readonly children: (data: Data) => ReactNode;
}

/** Shows a query's data, its loading or its failure. Old data stays while a read is under way or has failed. */
export const Answer = <Data,>({ query, lines = 4, height, children }: AnswerProps<Data>) => {
  const { common } = useUiTexts();
  if (query.data !== undefined) return children(query.data);
  if (query.error === null) {
    return <SkeletonLines count={lines} label={common.loading} {...(height && { height })} />;
  }
  if (query.error instanceof ProblemError && query.error.problem.status === 403) {
    return <NoPermission />;
  }
  return <ErrorCard error={query.error} onRetry={() => void query.refetch()} />;
};
