import { createHash } from 'node:crypto';

import { boletoLine } from '#/domain/brazil/boleto.ts';
import { brCode } from '#/domain/brazil/br-code.ts';
import { addBusinessDays } from '#/domain/brazil/calendar.ts';
import { addDays, dayOf, startOfDay } from '#/domain/values/time.ts';

import { isDeclined } from './card-tokens.ts';
import type { CardTokens } from './card-tokens.ts';
import { Problem } from './problem.ts';
import type { Transaction, TransactionRequest } from './transaction.ts';

const PIX_KEY = '5a4d0b0c-0000-4000-8000-73616e64626f';
const PIX_EXPIRES_AFTER_MS = 24 * 60 * 60 * 1000;
/** No bank has this COMPE code, so no real money can be paid. */
const BANK = '999';
const BOLETO_DUE_BUSINESS_DAYS = 3;

/** 25 digits derived from the id. On a real boleto, the bank chooses them. */
const freeField = (id: string): string =>
  BigInt(`0x${createHash('sha256').update(id).digest('hex')}`)
    .toString()
    .slice(-25);

const expiryOfBoleto = (dueDate: string): string => startOfDay(addDays(dueDate, 1));

export type ChargeMethod = Pick<
  Transaction,
  'status' | 'expires_at' | 'paid_at' | 'pix' | 'boleto' | 'card'
>;

export const pixCharge = (id: string, request: TransactionRequest, now: Date): ChargeMethod => ({
  status: 'waiting_payment',
  expires_at: request.expires_at ?? new Date(now.getTime() + PIX_EXPIRES_AFTER_MS).toISOString(),
  pix: {
    code: brCode({
      key: PIX_KEY,
      merchantName: 'RAZAO SANDBOX',
      merchantCity: 'SAO PAULO',
      amount: request.amount,
      txid: id.replace('_', '').slice(0, 25),
      reusable: false,
    }),
  },
});

export const boletoCharge = (id: string, request: TransactionRequest, now: Date): ChargeMethod => {
  const dueDate = addBusinessDays(dayOf(now.toISOString()), BOLETO_DUE_BUSINESS_DAYS);
  const boleto = { bank: BANK, freeField: freeField(id), dueDate, amount: request.amount };
  return {
    status: 'waiting_payment',
    expires_at: expiryOfBoleto(dueDate),
    boleto: { ...boletoLine(boleto), due_date: dueDate },
  };
};

export const cardCharge = (
  request: TransactionRequest,
  tokens: CardTokens,
  now: Date,
): ChargeMethod => {
  if (request.card_token === undefined) {
    throw new Problem(422, 'card_token_required', 'a card payment needs a card token');
  }
  const token = tokens.use(request.card_token);
  const card = {
    brand: token.brand,
    last_digits: token.last_digits,
    installments: request.installments,
  };
  return isDeclined(token)
    ? { status: 'refused', card: { ...card, refusal: 'insufficient_funds' } }
    : { status: 'paid', paid_at: now.toISOString(), card };
};
