import { sessionValue } from '#/web/lib/stored-value.ts';
import type { StoredValue } from '#/web/lib/stored-value.ts';

export interface DeliveryAddress {
  readonly email: string;
  /** Lines of the postal address; empty when nothing is shipped. */
  readonly address: readonly string[];
}

/** Stored in the tab that bought, not sent by the server: the buyer may share the payment page's link. */
export const storedDeliveryAddress = (paymentId: string): StoredValue<DeliveryAddress> =>
  sessionValue<DeliveryAddress>(`goes-to:${paymentId}`);
