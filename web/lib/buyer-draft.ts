import { sessionValue } from './stored-value.ts';
import type { StoredValue } from './stored-value.ts';

/** What a buyer typed at an offer, for a reload, or to pay for it otherwise; it lives in the tab, until it is paid. */
export const buyerDraft = <Draft>(offerId: string): StoredValue<Draft> =>
  sessionValue<Draft>(`draft:${offerId}`);
