import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refreshQueries } from './refresh-queries.ts';
import { ProblemError } from './rpc.ts';

/** Returns the current revision, if a change was refused because the record had changed meanwhile. */
export const revisionNow = (failure: unknown): number | undefined => {
  if (!(failure instanceof ProblemError)) return undefined;
  const { code, details } = failure.problem;
  const revision = details?.['revision'];
  const isOutdated = code === 'record/changed-meanwhile' && typeof revision === 'number';
  return isOutdated ? revision : undefined;
};

/**
 * The revision of a record that the user has seen, to send as `basedOn` with a change. It stays the revision that the user began with,
 * whatever the page shows later. When a change is refused because the record has changed, `updateOnConflict` takes the current revision
 * and reads the page again; the user then decides with the current data.
 * @param initial null = there was no record yet, for records that may be absent
 */
export const useSeenRevision = <Revision extends number | null>(initial: Revision) => {
  const client = useQueryClient();
  const [seenRevision, setSeenRevision] = useState<Revision | number>(initial);
  const updateOnConflict = (failure: unknown): void => {
    const current = revisionNow(failure);
    if (current === undefined) return;
    setSeenRevision(current);
    void refreshQueries(client);
  };
  return { seenRevision, updateOnConflict };
};
