import type { Core } from '#/api/composition/core.ts';
import type { CardData } from '#/domain/ports/card.ts';
import type { CardToken } from './encrypted-card.ts';
import { loadCheckoutRecord } from '#/api/offers/checkout-record.ts';

/** The card reaches no event, table or log line. @throws Refused `card/…`, `offer/not-available` */
export const createCardToken = async (
  { records, cards }: Core,
  checkoutId: string,
  card: CardData,
): Promise<CardToken> => {
  await loadCheckoutRecord(records, checkoutId);
  return cards.issue(card, checkoutId);
};
