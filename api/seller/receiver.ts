import { readFresh } from '#/api/reads/freshness.ts';
import type { ReceiverDetails } from '#/api/contract/receivers.ts';
import type { ProceduresOf } from '#/api/http/procedure.ts';
import { ownSeller } from '#/api/sellers/own-seller.ts';
import { checklistShown, knownOf, registrationShown } from '#/api/receivers/view.ts';
import { writtenAt } from '#/api/http/written-at.ts';
import { documentType, normaliseDocument } from '#/domain/brazil/document.ts';
import { normalisePhone } from '#/domain/brazil/phone.ts';
import { normalisePostalCode } from '#/domain/brazil/postal-code.ts';
import { Refused } from '#/domain/errors.ts';
import { streamOf } from '#/domain/ids.ts';
import { cents } from '#/domain/money.ts';
import { receiver } from '#/domain/receiver/decider.ts';
import type { ReceiverContact, ReceiverRegister } from '#/domain/receiver/details.ts';
import type { Identity } from '#/domain/encrypted.ts';
import { getReceiver, registrationsOf } from '#/projections/receivers.ts';
import { receiverFileProcedures } from './receiver-files.ts';

type ReceiverProcedures = Pick<
  ProceduresOf<'seller'>,
  'seller.getReceiver' | 'seller.reviseReceiver' | keyof typeof receiverFileProcedures
>;

/** Reduces a phone to digits, as acquirers require. */
const digitsOf = (phone: string): string => normalisePhone(phone) ?? phone;

const addressOf = ({ zipCode, ...address }: ReceiverDetails['address']) => ({
  ...address,
  zipCode: normalisePostalCode(zipCode) ?? zipCode,
});

const texts = (input: ReceiverDetails) => {
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

export const receiverProcedures: ReceiverProcedures = {
  ...receiverFileProcedures,

  'seller.getReceiver': async ({ after }, { caller: { platformId, sellerId }, services }) => {
    const { core } = services;
    const seller = await ownSeller(core, platformId, sellerId);
    const { value, position } = await readFresh(
      services,
      ['receivers'],
      after,
      async (database) => ({
        row: await getReceiver(database, sellerId),
        registrations: await registrationsOf(database, [sellerId]),
      }),
    );
    const { state } = await core.handler.load(receiver, streamOf('receiver', sellerId));
    const known = await knownOf(core, seller, state);
    const type = documentType(known.document ?? '') ?? state.details?.documentType ?? null;
    const registrations = value.registrations.map((row) => {
      const { providerReceiverId: _, ...shown } = registrationShown(services, row);
      return shown;
    });
    const checklist = checklistShown(value.row, type);
    return { ...known, documentType: type, checklist, registrations, position };
  },

  'seller.reviseReceiver': async (input, call) => {
    const { caller, once, services } = call;
    const { handler, vault, now: clock } = services.core;
    const { platformId, sellerId } = caller;
    const seller = await ownSeller(services.core, platformId, sellerId);
    const identity = await vault.decrypt<Identity>(seller.identity);
    const type = documentType(identity?.document ?? '');
    if (type === undefined) throw new Refused('receiver/document-type-unknown');
    const now = clock();
    const done = await once(async (keyed) => {
      const { subject } = seller.identity;
      const { register, contact } = texts(input);
      const command = {
        type: 'ReviseDetails',
        platformId,
        sellerId,
        documentType: type,
        register: await vault.encrypt(subject, 'fiscal', register),
        contact: await vault.encrypt(subject, 'contact', contact),
        now,
      } as const;
      const context = { ...keyed, correlation: sellerId };
      return handler.handle(receiver, streamOf('receiver', sellerId), command, context);
    });
    return { position: writtenAt(done) };
  },
};
