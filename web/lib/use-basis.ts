import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refreshQueries } from './refresh-queries.ts';
import { ProblemError } from './rpc.ts';

/** Whether the record was changed after this user began, or created by another write. */
export const isOutdated = (failure: unknown): failure is ProblemError =>
  failure instanceof ProblemError &&
  /\/(?:changed-meanwhile|already-exists)$/.test(failure.problem.code);

/** Returns the record's current revision, which the refusal of an outdated change holds. */
export const revisionNow = (failure: unknown): number | undefined => {
  if (!isOutdated(failure)) return undefined;
  const revision = failure.problem.details?.['revision'];
  return typeof revision === 'number' ? revision : undefined;
};

/**
 * Whether the revision on the page replaces the one on which a change is based. An older one does only if the log has lost the newer ones;
 * otherwise it comes from a replica that is behind. After a loss, the same number may also be used again for other content.
 * @param isSame whether the page shows the content with which revision `basedOn` was read
 * @param left the record's revision by a refusal (`revisionNow`), which is older than `basedOn` after a loss
 */
export const isReplacedBy = (
  shown: number,
  basedOn: number,
  { isSame, left = basedOn }: { readonly isSame: boolean; readonly left?: number | undefined },
): boolean => (shown === basedOn ? !isSame : shown >= Math.min(left, basedOn));

export interface Basis<Saved> {
  /** The record as this user knows it. */
  readonly saved: Saved;
  /** The record that `updateOnConflict` replaced; undefined if it replaced none, and after `moveTo`. */
  readonly previous: Saved | undefined;
}

/** Returns the current record, from the refusal or by reading again; undefined if neither has it. */
type ReadNow<Saved> = (refusal: unknown) => Saved | undefined | Promise<Saved>;

/** What the user has seen of a record and bases a change on; newer data on the page do not replace it. */
export const useBasis = <Saved>(initial: Saved) => {
  const client = useQueryClient();
  const [basis, setBasis] = useState<Basis<Saved>>({ saved: initial, previous: undefined });
  const moveTo = (saved: Saved): void => setBasis({ saved, previous: undefined });
  const change = (to: (saved: Saved) => Saved): void =>
    setBasis(({ saved }) => ({ saved: to(saved), previous: undefined }));
  /** If the change was refused as outdated, takes over the current record. @returns undefined for other failures */
  const updateOnConflict = async (
    failure: unknown,
    readNow: ReadNow<Saved>,
  ): Promise<Saved | undefined> => {
    if (!isOutdated(failure)) return undefined;
    try {
      const current = await readNow(failure);
      if (current === undefined) return undefined;
      setBasis(({ saved }) => ({ saved: current, previous: saved }));
      void refreshQueries(client);
      return current;
    } catch {
      // The next try is refused too, and reads again.
      return undefined;
    }
  };
  return { ...basis, moveTo, change, updateOnConflict };
};

/**
 * The revision on which a user bases what they type. It follows the page's revision, until the page shows another value than when they
 * began to type.
 * @param shown the part of the record that the typed value replaces, as a text: other parts may change meanwhile
 */
export const useTypedBasis = (revision: number, shown: string, hasTyped: boolean) => {
  const basis = useBasis(revision);
  const [shownBefore, setShownBefore] = useState(shown);
  const isSame = shownBefore === shown;
  if (!hasTyped && !isSame) setShownBefore(shown);
  if ((isSame || !hasTyped) && basis.saved < revision) basis.moveTo(revision);
  return basis;
};
