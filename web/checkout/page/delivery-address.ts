import { sessionValue } from '#/web/lib/stored-value.ts';
import type { StoredValue } from '#/web/lib/stored-value.ts';

/** Where a purchase is sent, as the buyer entered it. */
export interface DeliveryAddress {
  readonly email: string;
  /** The lines of the postal address; empty when nothing is shipped. */
  readonly address: readonly string[];
}

/**
 * Where the purchase is sent, stored only in the tab that bought. The server does not send it to the payment page: the buyer may give
 * that page's link to another person, who pays.
 */
export const storedDeliveryAddress = (paymentId: string): StoredValue<DeliveryAddress> =>
  sessionValue<DeliveryAddress>(`goes-to:${paymentId}`);
