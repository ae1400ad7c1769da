import { sessionValue } from '#/web/lib/stored-value.ts';
import type { StoredValue } from '#/web/lib/stored-value.ts';

/** The buyer's input at an offer. The tab keeps it for a reload or another payment method, until the tab learns that the offer is paid. */
export const buyerDraft = <Draft>(offerId: string): StoredValue<Draft> =>
  sessionValue<Draft>(`draft:${offerId}`);
