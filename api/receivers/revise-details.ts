import type { SellerCaller } from '#/api/auth/caller.ts';
import type { Core } from '#/api/composition/core.ts';
import type { ParsedInputOf } from '#/api/contract/contract.ts';
import type { ReceiverDetails } from '#/api/contract/receivers.ts';
import type { Once } from '#/api/http/once.ts';
import { writtenAt } from '#/api/http/written-at.ts';
import { requireActiveSeller } from '#/api/people/require-active-seller.ts';
import { documentType, normaliseDocument } from '#/domain/brazil/document.ts';
import { normalisePhone } from '#/domain/brazil/phone.ts';
import { normalisePostalCode } from '#/domain/brazil/postal-code.ts';
import type { Identity } from '#/domain/privacy/encrypted.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { cents } from '#/domain/values/money.ts';
import { receiver } from '#/domain/receiver/decider.ts';
import type { ReceiverContact, ReceiverRegister } from '#/domain/receiver/details.ts';

/** Reduces a phone to digits, as acquirers require. */
const digitsOf = (phone: string): string => normalisePhone(phone) ?? phone;

const addressOf = ({ zipCode, ...address }: ReceiverDetails['address']) => ({
  ...address,
  zipCode: normalisePostalCode(zipCode) ?? zipCode,
});

const splitDetails = (input: ReceiverDetails) => {
  const { phone, address, partners, person, bankAccount, description } = input;
  const contact: ReceiverContact = { phone: digitsOf(phone), address: addressOf(address) };
  const register: ReceiverRegister = {
    bankAccount,
    description,
    monthlyRevenue: cents(input.monthlyRevenue),
    ...(person && { person }),
    ...(partners && {
      partners: partners.map((partner) => ({
        ...partner,
        document: normaliseDocument(partner.document),
        phone: digitsOf(partner.phone),
        monthlyIncome: cents(partner.monthlyIncome),
        address: addressOf(partner.address),
      })),
    }),
  };
  return { contact, register };
};

/**
 * Revises a seller's data for acquirers, such as bank account and address. @returns position
 * @throws Refused `receiver/document-type-unknown`, `record/changed-meanwhile`, and as `requireActiveSeller`
 */
export const reviseDetails = async (
  { basedOn, ...input }: ParsedInputOf<'seller.reviseReceiver'>,
  {
    caller: { platformId, sellerId },
    once,
    core,
  }: { readonly caller: SellerCaller; readonly once: Once; readonly core: Core },
): Promise<string> => {
  const { handler, vault, now: clock } = core;
  const seller = await requireActiveSeller(core, platformId, sellerId);
  const identity = await vault.decrypt<Identity>(seller.identity);
  const type = documentType(identity?.document ?? '');
  if (type === undefined) throw new Refused('receiver/document-type-unknown');
  const now = clock();
  const done = await once(async (keyed) => {
    const { subject } = seller.identity;
    const { register, contact } = splitDetails(input);
    const command = {
      type: 'ReviseDetails',
      platformId,
      sellerId,
      documentType: type,
      register: await vault.encrypt(subject, 'fiscal', register),
      contact: await vault.encrypt(subject, 'contact', contact),
      basedOn,
      now,
    } as const;
    const context = { ...keyed, correlation: sellerId };
    return handler.handle(receiver, streamOf('receiver', sellerId), command, context);
  });
  return writtenAt(done);
};
