import { z } from 'zod';

import { Problem } from './problem.ts';
import type { Store } from './store.ts';

/** Stores only the brand and the last four digits of a card. */

const TOKEN_LIVES_MS = 15 * 60 * 1000;

const cardTokenSchema = z.object({
  id: z.string(),
  brand: z.string(),
  last_digits: z.string(),
  expires_at: z.number(),
  is_used: z.boolean(),
});
type CardToken = z.output<typeof cardTokenSchema>;

export const cardSchema = z.strictObject({
  number: z.string().transform((text) => text.replace(/[\s-]/g, '')),
  holder: z.string(),
  exp_month: z.coerce.number(),
  exp_year: z.coerce.number(),
  cvv: z.string(),
});
type Card = z.output<typeof cardSchema>;

const DECLINED = '0002';
const REPLY_LOST = '0010';

export const isDeclined = (card: { readonly last_digits: string }): boolean =>
  card.last_digits === DECLINED;

/** The charge is approved, but the connection is cut. */
export const losesReply = (card: { readonly last_digits: string }): boolean =>
  card.last_digits === REPLY_LOST;

const brands: readonly (readonly [string, RegExp])[] = [
  ['elo', /^(?:4011|4312|4389|4514|4576|5041|5066|5067|5090|6277|6362|6363|650|6516|6550)/],
  ['hipercard', /^(?:606282|3841)/],
  ['amex', /^3[47]/],
  ['diners', /^3(?:0[0-5]|[68])/],
  ['mastercard', /^(?:5[1-5]|2[2-7])/],
  ['visa', /^4/],
];

const brandOf = (number: string): string =>
  brands.find(([, prefix]) => prefix.test(number))?.[0] ?? 'unknown';

const passesLuhn = (number: string): boolean => {
  let total = 0;
  for (let index = 0; index < number.length; index += 1) {
    const digit = Number(number[number.length - 1 - index]);
    const weighed = index % 2 === 0 ? digit : digit * 2;
    total += weighed > 9 ? weighed - 9 : weighed;
  }
  return total % 10 === 0;
};

const isPast = ({ exp_month: month, exp_year: year }: Card, now: Date): boolean => {
  const fullYear = year < 100 ? 2000 + year : year;
  const months = fullYear * 12 + month;
  return months < now.getUTCFullYear() * 12 + now.getUTCMonth() + 1;
};

/** The two special endings need not pass the Luhn check. @throws Problem 422 */
const assertUsable = (card: Card, now: Date): void => {
  const reject = (code: string, message: string): never => {
    throw new Problem(422, code, message);
  };
  const isSpecial = [DECLINED, REPLY_LOST].includes(card.number.slice(-4));
  if (!/^\d{13,19}$/.test(card.number) || !(isSpecial || passesLuhn(card.number))) {
    reject('invalid_number', 'the card number is invalid');
  }
  if (!/\S\s+\S/.test(card.holder)) reject('invalid_holder', 'holder needs name and surname');
  const isMonth = Number.isInteger(card.exp_month) && card.exp_month >= 1 && card.exp_month <= 12;
  if (!isMonth || !Number.isInteger(card.exp_year)) {
    reject('invalid_expiry', 'the expiry is invalid');
  }
  if (isPast(card, now)) reject('expired_card', 'the card has expired');
  if (!/^\d{3,4}$/.test(card.cvv)) reject('invalid_cvv', 'the security code is invalid');
};

export interface CardTokens {
  readonly create: (card: Card) => CardToken;
  /** Uses up the token. @throws Problem 422 */
  readonly use: (id: string) => CardToken;
  readonly removeExpired: (now: number) => void;
}

export const createCardTokens = (store: Store): CardTokens => {
  const tokens = store.collection('card_token', cardTokenSchema, {
    id: ({ id }) => id,
    reference: () => '',
    dueAt: ({ expires_at: expiresAt }) => expiresAt,
  });
  return {
    create: (card) => {
      const now = new Date(store.machine.wallMs());
      assertUsable(card, now);
      const token: CardToken = {
        id: `ct_${store.machine.uuid().replaceAll('-', '')}`,
        brand: brandOf(card.number),
        last_digits: card.number.slice(-4),
        expires_at: now.getTime() + TOKEN_LIVES_MS,
        is_used: false,
      };
      tokens.put(token);
      return token;
    },
    use: (id) => {
      const token = tokens.get(id);
      if (!token || token.is_used || token.expires_at <= store.machine.wallMs()) {
        throw new Problem(422, 'invalid_card_token', 'no such card token, or it was used before');
      }
      tokens.put({ ...token, is_used: true });
      return token;
    },
    removeExpired: (now) => {
      for (const { id } of tokens.findDue(now, 1_000)) tokens.remove(id);
    },
  };
};
