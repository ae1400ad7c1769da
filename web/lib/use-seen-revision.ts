import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refreshQueries } from './refresh-queries.ts';
import { ProblemError } from './rpc.ts';

/** Returns the revision on record now, if a change was refused because the record had changed meanwhile. */
export const revisionNow = (failure: unknown): number | undefined => {
  if (!(failure instanceof ProblemError)) return undefined;
  const { code, details } = failure.problem;
  const revision = details?.['revision'];
  const isOutdated = code === 'record/changed-meanwhile' && typeof revision === 'number';
  return isOutdated ? revision : undefined;
};

/**
 * The revision of a record that the user has seen, to send as `basedOn` with a change. It stays the one that the user began with,
 * whatever the page shows later, until a change is refused because the record has changed: `updateOnConflict` then takes over the
 * revision on record and reads the page again, and the user decides on what is on record now.
 * @param initial null = there was no record, where that may be
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
