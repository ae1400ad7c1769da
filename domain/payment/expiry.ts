import { nextBusinessDay } from '#/domain/brazil/calendar.ts';
import type { PlatformDetails } from '#/domain/platform/platform.ts';
import type { PaymentMethod } from '#/domain/ports/charge.ts';
import { addDays, addSeconds, dayOf, startOfDay, type Timestamp } from '#/domain/values/time.ts';

/** Returns until when the buyer may pay; null for a card. */
export const expiryOf = (
  method: PaymentMethod,
  expiry: PlatformDetails['expiry'],
  now: Timestamp,
): Timestamp | null => {
  switch (method) {
    case 'PIX':
      return addSeconds(now, expiry.pixSeconds);
    case 'BILLET':
      return startOfDay(addDays(nextBusinessDay(addDays(dayOf(now), expiry.billetDays)), 1));
    case 'CREDIT_CARD':
      return null;
  }
};
