import type { PixKeyType } from '#/domain/ports/payout.ts';

/** Masks a PIX key so that its owner still recognises it. */
export const maskedPixKey = (type: PixKeyType, key: string): string => {
  switch (type) {
    case 'CPF':
      return `***.${key.slice(3, 6)}.${key.slice(6, 9)}-**`;
    case 'CNPJ':
      return `**.${key.slice(2, 5)}.${key.slice(5, 8)}/****-**`;
    case 'EMAIL': {
      const at = key.lastIndexOf('@');
      return `${key.slice(0, Math.min(2, at - 1))}***${key.slice(at)}`;
    }
    case 'PHONE':
      return `*****${key.slice(-4)}`;
    case 'RANDOM':
      return `${key.slice(0, 4)}****${key.slice(-4)}`;
  }
};
