import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refreshQueries } from '#/web/lib/refresh-queries.ts';
import { changedMeanwhile, type SavedRecord } from './changed-meanwhile.ts';

export interface KnownRecord {
  /** What is on record, as far as this page knows. */
  readonly saved: SavedRecord;
  /** What the user saw on record before it changed meanwhile; undefined if it has not. */
  readonly previous: SavedRecord | undefined;
}

/**
 * The record of a functionary on which the user bases a change. It stays the one that the user began with, whatever the list behind
 * shows later, until a change is refused because the record has changed. The user then decides again.
 */
export const useKnownRecord = (initial: SavedRecord) => {
  const client = useQueryClient();
  const [known, setKnown] = useState<KnownRecord>({ saved: initial, previous: undefined });
  /** Returns what is on record now, if that is why a change was refused. */
  const updateOnConflict = (failure: Error): SavedRecord | undefined => {
    const saved = changedMeanwhile(failure);
    if (saved === undefined) return undefined;
    setKnown({ saved, previous: known.saved });
    // The list says who changed it.
    void refreshQueries(client, { queryKey: ['staff'] });
    return saved;
  };
  return { ...known, updateOnConflict };
};
