import type { ProviderFailureKind } from './ports/provider-failure.ts';

/**
 * Reasons that stand on record as machine words: our own, and those of acquirers that mean the same everywhere. Any other
 * text is an acquirer's own and is shown as it came.
 */
export type KnownCause =
  | ProviderFailureKind
  // What else may become of what an acquirer was asked.
  | 'timeout'
  | 'interrupted'
  | 'taken-in'
  | 'provider'
  | 'rejected'
  | 'canceled'
  // What we decided ourselves.
  | 'never-submitted'
  | 'expired'
  | 'destination-erased'
  | 'chargeback'
  | 'Error on upload pdf'
  // Of acquirers.
  | 'insufficient_funds';
