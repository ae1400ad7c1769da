import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refreshQueries } from './refresh-queries.ts';
import { ProblemError } from './rpc.ts';

/** Whether the record was changed after this user began, or created by another write. */
export const isOutdated = (failure: unknown): failure is ProblemError =>
  failure instanceof ProblemError &&
  /\/(?:changed-meanwhile|already-exists)$/.test(failure.problem.code);

/** The refusal of an outdated change holds the revision. */
export const revisionNow = (failure: unknown): number | undefined => {
  if (!isOutdated(failure)) return undefined;
  const revision = failure.problem.details?.['revision'];
  return typeof revision === 'number' ? revision : undefined;
};

export interface Basis<Saved> {
  /** As this user knows it. */
  readonly saved: Saved;
  /** What `updateOnConflict` replaced; undefined if nothing, and after `moveTo`. */
  readonly previous: Saved | undefined;
}

/** From the refusal, or by reading again; undefined if neither tells. */
type ReadNow<Saved> = (refusal: unknown) => Saved | undefined | Promise<Saved>;

/** What the user has seen of a record and bases a change on; newer data on the page do not replace it. */
export const useBasis = <Saved>(initial: Saved) => {
  const client = useQueryClient();
  const [basis, setBasis] = useState<Basis<Saved>>({ saved: initial, previous: undefined });
  const moveTo = (saved: Saved): void => setBasis({ saved, previous: undefined });
  /** After a refused change takes over the current record. @returns undefined for other failures */
  const updateOnConflict = async (
    failure: unknown,
    readNow: ReadNow<Saved>,
  ): Promise<Saved | undefined> => {
    if (!isOutdated(failure)) return undefined;
    try {
      const now = await readNow(failure);
      if (now === undefined) return undefined;
      setBasis(({ saved }) => ({ saved: now, previous: saved }));
      void refreshQueries(client);
      return now;
    } catch {
      // The next try is refused too, and reads again.
      return undefined;
    }
  };
  return { ...basis, moveTo, updateOnConflict };
};
