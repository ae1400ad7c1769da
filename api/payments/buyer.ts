import type { ParsedInputOf } from '#/api/contract/contract.ts';
import {
  isValidCnpj,
  isValidCpf,
  normaliseDocument,
  syntheticCpf,
} from '#/domain/brazil/document.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { isShipped, type CheckoutRecord } from '#/domain/payment/pricing.ts';
import type { BuyersPart } from '#/domain/workflows/submit-payment.ts';
import type { Address } from '#/domain/ports/charge.ts';
import type { Contact, Identity } from '#/domain/privacy/encrypted.ts';
import type { StandIns } from './stand-ins.ts';

type Purchase = ParsedInputOf<'checkout.purchase'>;

interface ServerFacts {
  readonly paymentId: string;
  readonly ip: string | undefined;
  readonly standIns: StandIns;
}

/**
 * Returns the buyer's name and document. Acquirers want a document, so a synthetic CPF replaces the page's placeholder CPF and, unless
 * `required`, a missing document (checkout.43).
 * @throws Refused `buyer/document-required`, `buyer/document-invalid`
 */
const identityOf = (
  { name, cpf }: Purchase,
  { paymentId, standIns }: ServerFacts,
  required: boolean,
): Identity => {
  if (cpf === undefined && required) throw new Refused('buyer/document-required');
  if (cpf === undefined || cpf === standIns.cpf) {
    return { name, document: syntheticCpf(paymentId), synthetic: true };
  }
  const document = normaliseDocument(cpf);
  if (!isValidCpf(document) && !isValidCnpj(document)) throw new Refused('buyer/document-invalid');
  return { name, document, synthetic: false };
};

/** The placeholder phone belongs to no buyer, so it is not recorded. @throws Refused `buyer/phone-required` */
const contactOf = (
  { email, phone }: Purchase,
  { standIns }: ServerFacts,
  required: boolean,
): Contact => {
  if (phone === undefined && required) throw new Refused('buyer/phone-required');
  return { email, ...(phone !== undefined && phone !== standIns.phone && { phone }) };
};

/**
 * Refuses a placeholder document without any phone, and a placeholder phone without any document (checkout.46).
 * @throws Refused `buyer/defaults-incomplete`
 */
const requireWholeDefaults = ({ cpf, phone }: Purchase, { standIns }: ServerFacts): void => {
  const isHalf =
    (cpf === undefined && phone === standIns.phone) ||
    (phone === undefined && cpf === standIns.cpf);
  if (isHalf) throw new Refused('buyer/defaults-incomplete');
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

/** @throws Refused `buyer/…`, `card/token-required`; as `isShipped` */
export const buyersPart = (
  purchase: Purchase,
  checkoutRecord: CheckoutRecord,
  facts: ServerFacts,
): BuyersPart => {
  const { offer } = checkoutRecord;
  if (offer.requiredDocumentAndPhone) requireWholeDefaults(purchase, facts);
  const { creditCard: { token } = {}, referer, fingerPrints } = purchase;
  const isByCard = purchase.paymentMethod === 'CREDIT_CARD';
  if (isByCard && !token) throw new Refused('card/token-required');
  return {
    identity: identityOf(purchase, facts, offer.requiredDocumentAndPhone),
    contact: contactOf(purchase, facts, offer.requiredDocumentAndPhone),
    ...(isShipped(checkoutRecord, purchase.orderBumpsIds) && { address: addressOf(purchase) }),
    visit: { referer, ip: facts.ip },
    ...(fingerPrints && { fingerPrints }),
    ...(isByCard && token && { cardToken: token }),
  };
};
