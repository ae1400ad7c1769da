import type { ParsedInputOf } from '#/api/contract/contract.ts';
import {
  isValidCnpj,
  isValidCpf,
  normaliseDocument,
  syntheticCpf,
} from '#/domain/brazil/document.ts';
import { SYNTHETIC_PHONE } from '#/domain/brazil/phone.ts';
import { Refused } from '#/domain/errors.ts';
import type { Catalogue } from '#/domain/payment/pricing.ts';
import type { BuyersPart } from '#/domain/policies/submit-payment.ts';
import type { Address } from '#/domain/ports/payment-provider.ts';
import type { Contact, Identity } from '#/domain/sealed.ts';

type Purchase = ParsedInputOf<'checkout.purchase'>;

/**
 * Document and phone as the offer requires them (spec 1 §5 *On submit*). Where it does not, acquirers still want one, so a
 * document is generated and marked as such: it is never shown or exported. The English page fills the field with one
 * that it makes of the e-mail, because its buyers have none: that is recognised, and marked likewise.
 */
const identityOf = (purchase: Purchase, seed: string, required: boolean): Identity => {
  const { name, cpf, email } = purchase;
  if (cpf === undefined) {
    if (required) throw new Refused('buyer/document-required');
    return { name, document: syntheticCpf(seed), synthetic: true };
  }
  const document = normaliseDocument(cpf);
  if (document === syntheticCpf(email)) return { name, document, synthetic: true };
  if (!isValidCpf(document) && !isValidCnpj(document)) throw new Refused('buyer/document-invalid');
  return { name, document };
};

/** The number that the English page sends for everybody reaches nobody: it is not recorded as the buyer's. */
const contactOf = ({ email, phone }: Purchase, required: boolean): Contact => {
  if (phone === undefined && required) throw new Refused('buyer/phone-required');
  return { email, ...(phone !== undefined && phone !== SYNTHETIC_PHONE && { phone }) };
};

const addressOf = (purchase: Purchase): Address => {
  const { cep, street, number, complement, district, city, state } = purchase;
  if (!cep || !street || !number || !district || !city || !state) {
    throw new Refused('buyer/address-required');
  }
  return {
    zipCode: cep.replace('-', ''),
    address: street,
    number,
    district,
    city,
    state,
    ...(complement && { complement }),
  };
};

/** @throws Refused when the buyer did not say what this offer needs */
export const buyersPart = (
  purchase: Purchase,
  { offer, product }: Catalogue,
  seed: string,
): BuyersPart => {
  const { token } = purchase.creditCard ?? {};
  if (purchase.paymentMethod === 'CREDIT_CARD' && !token) {
    throw new Refused('card/token-required');
  }
  return {
    identity: identityOf(purchase, seed, offer.requiredDocumentAndPhone),
    contact: contactOf(purchase, offer.requiredDocumentAndPhone),
    ...(product.typeProduct === 'FISICO' && { address: addressOf(purchase) }),
    ...(token && { cardToken: token }),
  };
};
