import type { CardData } from '#/domain/ports/card.ts';
import type { TransactionRequest } from '#/domain/ports/charge.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import { requireSupport } from './provider-outcome.ts';

/** Card data in plain text, held in memory for one charge. */
export interface BuyersCard {
  readonly data: CardData;
  /** Called with a text for the buyer if the tokeniser issued no token. */
  readonly onRejected: (text: string) => void;
}

type CardPart = Pick<TransactionRequest, 'cardToken' | 'card'>;

/** Whether the provider accepts a card that the browser did not tokenise. */
export const takesCards = ({ createCardToken, takesCardData }: PaymentProvider): boolean =>
  createCardToken !== undefined || takesCardData === true;

/** @throws ProviderFailure `refused` if the card is rejected; `invalid` after any other failure: another acquirer is tried */
const tokenOf = async (
  createCardToken: NonNullable<PaymentProvider['createCardToken']>,
  { data, onRejected }: BuyersCard,
): Promise<string> => {
  try {
    return await createCardToken(data);
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    const text = error.text ?? 'Erro salvando cartão';
    onRejected(text);
    const isOfCard = error.kind === 'refused' || error.kind === 'invalid';
    throw new ProviderFailure(isOfCard ? 'refused' : 'invalid', 'the card was not saved', {
      mayHaveHappened: false,
      text,
      cause: error,
    });
  }
};

/**
 * Returns how a charge names the card. Without card data: by the browser's token. With card data: by a new token, or by the card
 * itself at a provider that makes no tokens and takes cards (acquirers.95, acquirers.124).
 * @throws ProviderFailure as `tokenOf` and `requireSupport`
 */
export const prepareCard = async (
  provider: PaymentProvider,
  { card, cardToken }: Omit<CardPart, 'card'> & { readonly card?: BuyersCard },
): Promise<CardPart> => {
  if (card === undefined) return cardToken === undefined ? {} : { cardToken };
  const { createCardToken, takesCardData } = provider;
  if (createCardToken === undefined && takesCardData) return { card: card.data };
  return { cardToken: await tokenOf(requireSupport(createCardToken), card) };
};
