import type { UnresolvedCause } from '#/domain/payment/events.ts';
import type { ProviderFailureKind } from '#/domain/ports/provider-failure.ts';

/**
 * Reasons that events store as codes: our own, and those that mean the same at every acquirer. Any other text is an acquirer's
 * own: it is shown unchanged, or labelled as a code if it looks like one.
 */
export type KnownCause =
  | ProviderFailureKind
  // Other outcomes of a request to an acquirer.
  | 'timeout'
  | 'interrupted'
  | 'taken-in'
  | 'provider'
  | 'rejected'
  | 'canceled'
  // Our own decisions.
  | 'never-submitted'
  | 'expired'
  | 'destination-erased'
  | 'refused-by-staff'
  | 'may-be-lost'
  | 'contradicted'
  | 'insufficient-balance'
  | 'not-paid'
  | 'not-made'
  | 'taken-before'
  | 'charged-elsewhere'
  | 'chargeback'
  | 'Error on upload pdf'
  | UnresolvedCause
  | 'other-amount'
  | 'other-holder'
  | 'other-currency'
  | 'other-order'
  | 'other-transaction'
  // Codes from acquirers.
  | 'insufficient_funds';
