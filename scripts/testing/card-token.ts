import { z } from 'zod';
import type { Product } from './product.ts';

const tokenReply = z.object({ token: z.string() });

/** Returns a card token, as the tokeniser gives it to a browser. */
export const cardToken = async (
  product: Pick<Product, 'ask' | 'url'>,
  number: string,
): Promise<string> => {
  const { provider } = await product.ask('checkout.getCheckout', { checkoutId: 'demo-ebook' });
  const answer = await fetch(`${product.url}${provider.tokenizerUrl}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${provider.gatewayPublicKey}`,
    },
    body: JSON.stringify({
      number,
      holder: 'Maria da Silva',
      exp_month: '12',
      exp_year: '2031',
      cvv: '123',
    }),
  });
  return tokenReply.parse(await answer.json()).token;
};
