import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changedMeanwhile, type Saved } from './changed-meanwhile.ts';

export interface Basis {
  /** What is on record, as far as this page knows. */
  readonly saved: Saved;
  /** What was on record before it changed under the user's hands; undefined while it has not. */
  readonly seen: Saved | undefined;
}

/**
 * What a change is based on: the record as it was when the user began, whatever the list behind shows later, until the server
 * says that it has changed. The user then decides again.
 */
export const useBasis = (atFirst: Saved) => {
  const client = useQueryClient();
  const [basis, setBasis] = useState<Basis>({ saved: atFirst, seen: undefined });
  /** Returns what is on record now, if that is why a change was refused. */
  const moveTo = (failure: Error): Saved | undefined => {
    const saved = changedMeanwhile(failure);
    if (saved === undefined) return undefined;
    setBasis({ saved, seen: basis.saved });
    // The list says who changed it.
    void client.invalidateQueries({ queryKey: ['staff'] });
    return saved;
  };
  return { ...basis, moveTo };
};
