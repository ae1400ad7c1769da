import type { Core } from '#/api/composition/core.ts';
import type { CardData } from '#/domain/ports/card.ts';
import type { CardToken } from './card-bundle.ts';
import { loadCatalogue } from '#/api/offers/catalogue.ts';

/**
 * Creates a token for a card, at an open checkout. The card reaches no event, table or log line. @throws Refused `card/…`,
 * `offer/not-available`
 */
export const createCardToken = async (
  { records, cards }: Core,
  checkoutId: string,
  card: CardData,
): Promise<CardToken> => {
  await loadCatalogue(records, checkoutId);
  return cards.issue(card, checkoutId);
};
