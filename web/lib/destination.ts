import { sessionValue } from './stored-value.ts';
import type { StoredValue } from './stored-value.ts';

/** Where a purchase goes, as its buyer said it. */
export interface Destination {
  readonly email: string;
  /** As it stands on a parcel, line by line; none when nothing is sent home. */
  readonly address: readonly string[];
}

/**
 * What the tab that bought knows of its purchase. The server tells no one who has a payment's address: that may be handed on, to
 * whoever pays.
 */
export const keptDestination = (paymentId: string): StoredValue<Destination> =>
  sessionValue<Destination>(`goes-to:${paymentId}`);
