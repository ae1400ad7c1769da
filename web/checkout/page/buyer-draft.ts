import { sessionValue } from '#/web/lib/stored-value.ts';
import type { StoredValue } from '#/web/lib/stored-value.ts';

/** The buyer's input at an offer, kept in the tab for a reload or another payment method, until the offer is paid. */
export const buyerDraft = <Draft>(offerId: string): StoredValue<Draft> =>
  sessionValue<Draft>(`draft:${offerId}`);
