import { Refused, type RefusalCode } from '#/domain/errors/refused.ts';
import type { CardData } from '#/domain/ports/card.ts';
import type { Day } from '#/domain/values/time.ts';
import { isValidCardNumber } from './card-number.ts';

const requireThat = (holds: boolean, code: RefusalCode): void => {
  if (!holds) throw new Refused(code);
};

/** A card is valid until the end of its month; years are in this century (checkout.75). */
const isExpired = ({ expMonth, expYear }: CardData, today: Day): boolean =>
  `20${expYear}-${expMonth}` < today.slice(0, 7);

/** @throws Refused `card/…`, which reveals nothing of the card (checkout.75) */
export const normaliseCard = (input: CardData, today: Day): CardData => {
  const holderName = input.holderName.trim().replace(/\s+/g, ' ');
  const card = {
    cardNumber: input.cardNumber.replace(/[\s-]/g, ''),
    holderName,
    holderDocument: input.holderDocument.replace(/[^0-9A-Za-z]/g, ''),
    expMonth: input.expMonth.padStart(2, '0'),
    expYear: input.expYear.replace(/^20(?=\d\d$)/, ''),
    cvv: input.cvv,
  };
  requireThat(card.cardNumber !== '', 'card/number-required');
  requireThat(/^\d+$/.test(card.cardNumber), 'card/number-invalid');
  requireThat(isValidCardNumber(card.cardNumber), 'card/number-invalid');
  requireThat(holderName !== '', 'card/holder-required');
  requireThat(/^[^\s|]+(?: [^\s|]+)+$/.test(holderName), 'card/holder-invalid');
  requireThat(/^(?:0[1-9]|1[0-2])$/.test(card.expMonth), 'card/month-invalid');
  requireThat(/^\d{2}$/.test(card.expYear), 'card/year-invalid');
  requireThat(/^\d{3,4}$/.test(card.cvv), 'card/cvv-invalid');
  requireThat(!isExpired(card, today), 'card/expired');
  return card;
};
