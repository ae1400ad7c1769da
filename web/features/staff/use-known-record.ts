import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refreshQueries } from '#/web/lib/refresh-queries.ts';
import { changedMeanwhile, type SavedRecord } from './changed-meanwhile.ts';

export interface KnownRecord {
  /** The record as this page knows it. */
  readonly saved: SavedRecord;
  /** The record that the user saw before a concurrent change; undefined if there was none. */
  readonly previous: SavedRecord | undefined;
}

/**
 * The record of a functionary on which the user bases a change. It stays as it was when the user began, even if
 * the list below shows a newer one, until a change is refused because the record has changed. The user then decides again.
 */
export const useKnownRecord = (initial: SavedRecord) => {
  const client = useQueryClient();
  const [known, setKnown] = useState<KnownRecord>({ saved: initial, previous: undefined });
  /** Takes over and returns the current record if a change was refused because the record had changed; else undefined. */
  const updateOnConflict = (failure: Error): SavedRecord | undefined => {
    const saved = changedMeanwhile(failure);
    if (saved === undefined) return undefined;
    setKnown({ saved, previous: known.saved });
    // The list is read again, because it shows who made the change.
    void refreshQueries(client, { queryKey: ['staff'] });
    return saved;
  };
  return { ...known, updateOnConflict };
};
