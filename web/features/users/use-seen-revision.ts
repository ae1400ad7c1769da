import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ProblemError } from '#/web/lib/rpc.ts';
import { userQuery, type SellerDetail } from './users-queries.ts';

/** Whether a change was refused because the record had changed meanwhile. */
export const isOutdated = (failure: unknown): boolean =>
  failure instanceof ProblemError && failure.problem.code === 'record/changed-meanwhile';

/**
 * The revision of the seller's record that the user has seen, to send as `basedOn` with a change. It stays as it was when
 * the user began, even if the page shows a newer one, until `reload` takes over the current record.
 */
export const useSeenRevision = ({ sellerId, revision }: SellerDetail) => {
  const client = useQueryClient();
  const [seenRevision, setSeenRevision] = useState(revision);
  /**
   * Reads the record again: after a change, or after a refusal because the record had changed meanwhile.
   * @returns the current record; undefined if a change was refused for another reason
   */
  const reload = async (failure?: Error): Promise<SellerDetail | undefined> => {
    if (failure && !isOutdated(failure)) return undefined;
    const current = await client.fetchQuery({ ...userQuery(sellerId), staleTime: 0 });
    setSeenRevision(current.revision);
    return current;
  };
  return { seenRevision, reload };
};
