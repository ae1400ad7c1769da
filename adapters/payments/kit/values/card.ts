import type { CardData } from '#/domain/ports/card.ts';
import type { TransactionRequest } from '#/domain/ports/charge.ts';
import { refuse } from '#/adapters/payments/kit/failure.ts';
import { sentenceOf } from '#/adapters/payments/kit/quoted.ts';

/** A card that passed the checks of acquirers.94, with a four-digit year. */
export interface ProviderCard {
  readonly number: string;
  readonly holderName: string;
  readonly holderDocument: string;
  readonly expMonth: string;
  readonly expYear: string;
  readonly cvv: string;
}

const requireText = (value: string | undefined, text: string): string =>
  value?.trim() || refuse(text);

const requireShape = (value: string | undefined, shape: RegExp, text: string): string =>
  value !== undefined && shape.test(value) ? value : refuse(text);

/** Checks a card (acquirers.94). @throws ProviderFailure `invalid` */
export const cardForProvider = (card: Partial<CardData> | undefined): ProviderCard => {
  if (card === undefined) return refuse('Cartão é obrigatório.');
  const { expYear } = card;
  const number = requireText(card.cardNumber, 'Número do cartão é obrigatório.').replace(/\s/g, '');
  const holderName = requireText(card.holderName, 'Nome do titular é obrigatório.');
  return {
    number: requireShape(number, /^\d{12,19}$/, 'Número do cartão inválido.'),
    holderName: requireShape(
      holderName,
      /\S\s+\S/,
      'Nome do titular inválido, deve conter nome e sobrenome.',
    ),
    holderDocument: card.holderDocument ?? '',
    expMonth: requireShape(card.expMonth, /^(?:0?[1-9]|1[0-2])$/, 'Mês de validade inválido.'),
    expYear: requireShape(
      // A two-digit year is of this century (acquirers.94).
      expYear?.length === 2 ? `20${expYear}` : expYear,
      /^\d{4}$/,
      'Ano de validade inválido.',
    ),
    cvv: requireShape(card.cvv, /^\d{3,4}$/, 'Código de segurança inválido.'),
  };
};

/** @throws ProviderFailure `invalid` */
export const requireCardToken = ({ cardToken }: Pick<TransactionRequest, 'cardToken'>): string =>
  cardToken || refuse('Card token is required for credit card payments.');

/** The first message of a tokeniser's refusal, or the given text (acquirers.124). */
export const firstMessage =
  (unknown: 'Ocorreu um erro desconhecido.' | 'Erro desconhecido.') =>
  (body: unknown): string =>
    sentenceOf(body) || unknown;
