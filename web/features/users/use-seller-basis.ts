import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ProblemError } from '#/web/lib/rpc.ts';
import { userQuery, type SellerDetail } from './users-queries.ts';

/** Whether a change was refused because the record had changed meanwhile. */
export const isOutdated = (failure: unknown): boolean =>
  failure instanceof ProblemError && failure.problem.code === 'record/changed-meanwhile';

/**
 * The revision on which a change is based: of the record as it was when the user began, whatever the page shows later, until the
 * server says that it has changed. The user then decides again on what is on record now.
 */
export const useSellerBasis = ({ sellerId, revision }: SellerDetail) => {
  const client = useQueryClient();
  const [basedOn, setBasedOn] = useState(revision);
  /** @returns the record as it is now, if that is why a change was refused */
  const follow = async (failure?: Error): Promise<SellerDetail | undefined> => {
    if (failure && !isOutdated(failure)) return undefined;
    const now = await client.fetchQuery({ ...userQuery(sellerId), staleTime: 0 });
    setBasedOn(now.revision);
    return now;
  };
  return { basedOn, follow };
};
