import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refreshQueries } from './refresh-queries.ts';
import { ProblemError } from './rpc.ts';

/** Whether a write was refused because the record was changed after this user began, or created first by another write. */
export const isOutdated = (failure: unknown): failure is ProblemError =>
  failure instanceof ProblemError &&
  /\/(?:changed-meanwhile|already-exists)$/.test(failure.problem.code);

/** Returns the current revision, which the refusal of an outdated change holds. */
export const revisionNow = (failure: unknown): number | undefined => {
  if (!isOutdated(failure)) return undefined;
  const revision = failure.problem.details?.['revision'];
  return typeof revision === 'number' ? revision : undefined;
};

export interface Basis<Saved> {
  /** The record, or its revision, as this user knows it. */
  readonly saved: Saved;
  /** What the user had seen before `updateOnConflict` replaced it; undefined if it replaced nothing, and after `moveTo`. */
  readonly previous: Saved | undefined;
}

/** Returns what is on record now, from the refusal or by reading it again; undefined if neither tells. */
type ReadNow<Saved> = (refusal: unknown) => Saved | undefined | Promise<Saved>;

/**
 * The basis: what the user has seen of a record and bases a change on. Its revision is sent as `basedOn`. The basis stays the same when the
 * page shows newer data; only `moveTo` and `updateOnConflict` replace it. Call `updateOnConflict` when a change was refused because the
 * record had changed: if the current record can be read, it becomes the basis, and the user decides anew.
 */
export const useBasis = <Saved>(initial: Saved) => {
  const client = useQueryClient();
  const [basis, setBasis] = useState<Basis<Saved>>({ saved: initial, previous: undefined });
  const moveTo = (saved: Saved): void => setBasis({ saved, previous: undefined });
  /** @returns the current record; undefined if the write failed for another reason, or the record could not be read */
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
      // The next try is refused as well, and reads the record again.
      return undefined;
    }
  };
  return { ...basis, moveTo, updateOnConflict };
};
