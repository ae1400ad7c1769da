import type { Checkout } from '#/api/contract/checkout.ts';
import type { BuyerForm } from './buyer-form.ts';
import { cardExpiry } from './card.ts';
import type { CardExpiry } from './card.ts';
import { digitsOf } from './masks.ts';

/** The offer's provider takes no card data from browsers. */
export class NoGateway extends Error {
  constructor() {
    super('no card tokenizer');
    this.name = 'NoGateway';
  }
}

/** The processor does not take these card data. */
export class CardNotTaken extends Error {
  constructor(status: number) {
    super(`card tokenizer answered ${status}`);
    this.name = 'CardNotTaken';
  }
}

type CardForm = Pick<BuyerForm, 'cardNumber' | 'cardName' | 'cardExpiration' | 'cardCvv'>;

/** The card in the words of one processor. */
type CardBody = (card: CardForm, expiry: CardExpiry) => object;

/** The browser clients that we have, by the provider's id (spec 1 §7). */
const CLIENTS: Readonly<Record<string, CardBody>> = {
  sandbox: ({ cardNumber, cardName, cardCvv }, { month, year }) => ({
    number: digitsOf(cardNumber),
    holder: cardName.trim(),
    exp_month: month,
    exp_year: year,
    cvv: cardCvv,
  }),
};

/**
 * Sends the card from the browser straight to the payment processor (spec 1 §7), so that our server never sees it.
 * @returns the token that stands for it
 * @throws NoGateway, CardNotTaken, or TypeError when there is no connection
 */
export const tokenizeCard = async ({ provider }: Checkout, card: CardForm): Promise<string> => {
  const client = CLIENTS[provider.paymentProvider];
  const expiry = cardExpiry(card.cardExpiration);
  if (!client || provider.tokenizerUrl === null) throw new NoGateway();
  if (!expiry) throw new CardNotTaken(0);
  const response = await fetch(provider.tokenizerUrl, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${provider.gatewayPublicKey}`,
    },
    body: JSON.stringify(client(card, expiry)),
  });
  if (!response.ok) throw new CardNotTaken(response.status);
  const { token }: { readonly token: string } = await response.json();
  return token;
};
