import { normaliseDocument } from '#/domain/brazil/document.ts';
import { detectPixKeyType, normalisePixKey, findPixKeyError } from '#/domain/brazil/pix-key.ts';
import type { Identity } from '#/domain/privacy/encrypted.ts';
import { Refused } from '#/domain/errors/refused.ts';
import type { PixKeyType } from '#/domain/ports/payout.ts';

export interface PixKey {
  readonly type: PixKeyType;
  /** As DICT stores it. */
  readonly key: string;
}

const REFUSALS = {
  CPF: 'withdrawal/invalid-cpf-key',
  CNPJ: 'withdrawal/invalid-cnpj-key',
  UNKNOWN: 'withdrawal/invalid-pix-key',
} as const;

/** @throws Refused `withdrawal/invalid-cpf-key`, `withdrawal/invalid-cnpj-key` or `withdrawal/invalid-pix-key` */
export const pixKeyOf = (text: string): PixKey => {
  const error = findPixKeyError(text);
  if (error) throw new Refused(REFUSALS[error]);
  const type = detectPixKeyType(text);
  const key = type && normalisePixKey(type, text);
  if (!type || key === undefined) throw new Refused('withdrawal/invalid-pix-key');
  return { type, key };
};

const isDocument = ({ type, key }: PixKey, document: string): boolean =>
  (type === 'CPF' || type === 'CNPJ') && key === normaliseDocument(document);

/** The holder of a key, as the seller states. */
export interface Holder {
  readonly holder: 'SELLER' | 'OTHER';
  readonly name: string;
  readonly document: string;
  /** The key is the seller's own CPF or CNPJ. */
  readonly isOwnDocument: boolean;
}

/** @throws Refused `destination/other-holder` when the key is a CPF or CNPJ, but not the holder's */
export const holderOf = (
  pix: PixKey,
  seller: Identity,
  stated: { readonly name: string; readonly document: string } | undefined,
): Holder => {
  const document = normaliseDocument(stated?.document ?? seller.document);
  const isOther = document !== normaliseDocument(seller.document);
  const isOfDocument = pix.type === 'CPF' || pix.type === 'CNPJ';
  if (isOfDocument && !isDocument(pix, document)) throw new Refused('destination/other-holder');
  return {
    holder: isOther ? 'OTHER' : 'SELLER',
    name: isOther && stated ? stated.name : seller.name,
    document,
    isOwnDocument: isDocument(pix, seller.document),
  };
};
