import type { Reconciliation } from './reconciliation.ts';

/** CHANGED: its amount was corrected after it was found on the bank's statement. RETURNED: it came back after that. */
export type MarkState = 'RECONCILED' | 'NOT_RECONCILED' | 'CHANGED' | 'RETURNED';

/** Returns in which state the mark of a withdrawal is that was paid. */
export const markStateOf = (
  reconciliation: Pick<Reconciliation, 'isOutdated'> | null,
  hasComeBack: boolean,
): MarkState => {
  if (reconciliation === null) return 'NOT_RECONCILED';
  if (!reconciliation.isOutdated) return 'RECONCILED';
  return hasComeBack ? 'RETURNED' : 'CHANGED';
};
