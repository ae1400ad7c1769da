import type { Checkout } from '#/api/contract/checkout.ts';
import { withTimeout, mutate, newIdempotencyKey } from '#/web/lib/rpc.ts';
import type { BuyerForm } from '#/web/features/checkout/buyer/buyer-form.ts';
import { cardExpiry } from './card.ts';
import type { CardExpiry } from './card.ts';
import { digitsOf } from '#/web/features/checkout/buyer/masks.ts';

/** The page cannot send cards to the offer's acquirer. */
export class NoGateway extends Error {
  constructor() {
    super('no card tokenizer');
    this.name = 'NoGateway';
  }
}

/** The card was refused. `status` is that of the acquirer's response; 0 if the expiry is not a month and year. */
export class CardNotTaken extends Error {
  constructor(status: number) {
    super(`card tokenizer answered ${status}`);
    this.name = 'CardNotTaken';
  }
}

type CardForm = Pick<BuyerForm, 'cardNumber' | 'cardName' | 'cardExpiration' | 'cardCvv' | 'cpf'>;

/** An acquirer's request body. */
type CardBody = (card: CardForm, expiry: CardExpiry) => object;

/** By the acquirer's id (checkout.69). */
const CARD_BODIES: Readonly<Record<string, CardBody>> = {
  sandbox: ({ cardNumber, cardName, cardCvv }, { month, year }) => ({
    number: digitsOf(cardNumber),
    holder: cardName.trim(),
    exp_month: month,
    exp_year: year,
    cvv: cardCvv,
  }),
};

/** Our server encrypts the card for one payment (checkout.73). */
const tokenizeHere = async (
  checkoutId: string,
  { cardNumber, cardName, cardCvv, cpf }: CardForm,
  { month, year }: CardExpiry,
): Promise<string> => {
  const card = {
    checkoutId,
    cardNumber: digitsOf(cardNumber),
    holderName: cardName.trim(),
    holderDocument: digitsOf(cpf),
    expMonth: String(month).padStart(2, '0'),
    expYear: String(year),
    cvv: cardCvv,
  };
  const idempotencyKey = newIdempotencyKey();
  const { token } = await mutate('checkout.createCardToken', card, { idempotencyKey });
  return token;
};

/** True if the browser sends the card straight to the acquirer. */
export const isTokenizedByAcquirer = ({ provider }: Checkout): boolean =>
  provider.tokenizerUrl !== null;

/**
 * Exchanges the card for a token, at the acquirer (checkout.69) or at our server.
 * @throws NoGateway, CardNotTaken, what `mutate` throws
 */
export const tokenizeCard = async ({ id, provider }: Checkout, card: CardForm): Promise<string> => {
  const cardBody = CARD_BODIES[provider.paymentProvider];
  const expiry = cardExpiry(card.cardExpiration);
  if (!expiry) throw new CardNotTaken(0);
  if (provider.tokenizerUrl === null) return tokenizeHere(id, card, expiry);
  if (!cardBody) throw new NoGateway();
  const { tokenizerUrl, gatewayPublicKey } = provider;
  return withTimeout(async (signal) => {
    const response = await fetch(tokenizerUrl, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Authorization: `Bearer ${gatewayPublicKey}`,
      },
      body: JSON.stringify(cardBody(card, expiry)),
      signal,
    });
    if (!response.ok) throw new CardNotTaken(response.status);
    const { token }: { readonly token: string } = await response.json();
    return token;
  });
};
