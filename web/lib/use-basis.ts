import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
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
 * The revision on which a change of a record is based: as it was when the user began, whatever the page shows later, until the server
 * says that it has changed. The page is read again then, and the user decides on what is on record now.
 */
export const useBasis = (atFirst: number) => {
  const client = useQueryClient();
  const [basedOn, setBasedOn] = useState(atFirst);
  const follow = (failure: unknown): void => {
    const now = revisionNow(failure);
    if (now === undefined) return;
    setBasedOn(now);
    void client.invalidateQueries();
  };
  return { basedOn, follow };
};
