import type { PixKeyType, PixWithdrawRequest } from '#/domain/ports/payout.ts';
import { refuse } from '#/adapters/payments/kit/failure.ts';

export type PixKeyWords = Readonly<Record<PixKeyType, string>>;

export const lowerCaseKeyWords: PixKeyWords = {
  CPF: 'cpf',
  CNPJ: 'cnpj',
  EMAIL: 'email',
  PHONE: 'phone',
  RANDOM: 'token',
};

/** Our keys have DICT's format: phones begin with +55. */
export const pixKey = ({ pixKey: key }: PixWithdrawRequest): string => key;

/** Writes a phone without the country code. */
export const pixKeyOfDigits = ({ pixKey: key, pixType }: PixWithdrawRequest): string =>
  pixType === 'PHONE' ? key.replace(/^\+55/, '').replace(/\D/g, '') : key;

/** Key lengths that one provider requires (acquirers.102). @throws ProviderFailure `invalid` */
export const requirePixKey = (request: PixWithdrawRequest): string => {
  const key = pixKeyOfDigits(request);
  switch (request.pixType) {
    case 'CPF':
      return /^\d{11}$/.test(key) ? key : refuse('CPF inválido, deve conter 11 dígitos.');
    case 'CNPJ':
      return /^[0-9A-Z]{14}$/.test(key) ? key : refuse('CNPJ inválido, deve conter 14 dígitos.');
    case 'PHONE':
      return /^\d{10,11}$/.test(key)
        ? key
        : refuse('Telefone inválido, deve conter 10 ou 11 dígitos.');
    default:
      return key;
  }
};
