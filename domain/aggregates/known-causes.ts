import type { UnresolvedCause } from '#/domain/payment/events.ts';
import type { ProviderFailureKind } from '#/domain/ports/provider-failure.ts';

/** Reasons that events store as codes. Any other text is an acquirer's own. */
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
