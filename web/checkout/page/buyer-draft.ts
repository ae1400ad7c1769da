import { sessionValue } from '#/web/lib/stored-value.ts';
import type { StoredValue } from '#/web/lib/stored-value.ts';

/** The buyer's input at an offer, stored in the tab. */
export const buyerDraft = <Draft>(offerId: string): StoredValue<Draft> =>
  sessionValue<Draft>(`draft:${offerId}`);
