import type { CardData } from '#/domain/ports/card.ts';
import type { TransactionRequest } from '#/domain/ports/charge.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import { offered } from './provider-outcome.ts';

/** A card in the clear, in memory and for one charge. */
export interface BuyersCard {
  readonly data: CardData;
  /** Hears, in words for the buyer, why it was not taken; they are kept nowhere. */
  readonly notTaken: (text: string) => void;
}

type CardPart = Pick<TransactionRequest, 'cardToken' | 'card'>;

/** Whether a card can be paid with there that no browser took to it. */
export const takesCards = ({ createCardToken, takesCardData }: PaymentProvider): boolean =>
  createCardToken !== undefined || takesCardData === true;

/**
 * Whatever became of the token, nothing was charged: that is certain, and the buyer or another acquirer may try again. What
 * the tokeniser says of the card itself is as good as a refusal.
 */
const tokenOf = async (
  createCardToken: NonNullable<PaymentProvider['createCardToken']>,
  { data, notTaken }: BuyersCard,
): Promise<string> => {
  try {
    return await createCardToken(data);
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    const text = error.text ?? 'Erro salvando cartão';
    notTaken(text);
    const isOfCard = error.kind === 'refused' || error.kind === 'invalid';
    throw new ProviderFailure(isOfCard ? 'refused' : 'invalid', 'the card was not saved', {
      mayHaveHappened: false,
      text,
      cause: error,
    });
  }
};

/**
 * What a charge says of its card: a token of the provider's where it makes some, else the card itself (acquirers.95,
 * acquirers.124).
 */
export const cardAt = async (
  provider: PaymentProvider,
  { card, cardToken }: Omit<CardPart, 'card'> & { readonly card?: BuyersCard },
): Promise<CardPart> => {
  if (card === undefined) return cardToken === undefined ? {} : { cardToken };
  const { createCardToken, takesCardData } = provider;
  if (createCardToken === undefined && takesCardData) return { card: card.data };
  return { cardToken: await tokenOf(offered(createCardToken), card) };
};
