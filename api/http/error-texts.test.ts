import { expect } from 'chai';
import { errorTexts } from './error-texts.ts';
import type { ErrorCode } from './error-texts/error-code.ts';

/** Sentences of the specification (acquirers.95, acquirers.119, acquirers.125, money.68, people.55). */
const specified: readonly (readonly [ErrorCode, 'pt' | 'en', string])[] = [
  ['receiver/unknown', 'pt', 'Recebedor não encontrado.'],
  ['receiver/unknown', 'en', 'Receiver not found.'],
  ['receiver/document-type-unknown', 'pt', 'Tipo de documento não encontrado.'],
  ['receiver/cpf-not-taken', 'pt', 'Adquirente não aceita CPF'],
  ['withdrawal/platform-unknown', 'pt', 'Unauthorized.'],
  ['offer/method-not-enabled', 'pt', 'Método de pagamento não suportado'],
  ['offer/method-not-enabled', 'en', 'Payment method not supported'],
  ['card/token-required', 'en', 'Card token is required for credit card payments.'],
  ['buyer/defaults-incomplete', 'en', 'Phone and CPF must be defined at this point.'],
];

describe('Error texts', () => {
  for (const [code, language, sentence] of specified) {
    it(`word ${code} (${language}) as the specification does: ${sentence}`, () => {
      expect(errorTexts[code][language]).to.equal(sentence);
    });
  }
});
