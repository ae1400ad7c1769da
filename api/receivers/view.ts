import type { Core } from '#/api/composition/core.ts';
import type { OutputOf } from '#/api/contract/contract.ts';
import type { ReceiverDetails } from '#/api/contract/receivers.ts';
import type { Receiver } from '#/domain/receiver/decider.ts';
import type { ReceiverContact, ReceiverRegister } from '#/domain/receiver/details.ts';
import { checklistOf, receiverFileKinds } from '#/domain/receiver/files.ts';
import type { Contact, Identity } from '#/domain/privacy/encrypted.ts';
import type { SellerDetails } from '#/domain/seller/seller.ts';
import type { ReceiverRow } from '#/projections/receivers/receivers.ts';

type ReceiverView = OutputOf<'seller.getReceiver'>;

const detailsOf = async (
  { vault }: Pick<Core, 'vault'>,
  { details }: Receiver,
): Promise<ReceiverDetails | null> => {
  if (details === null) return null;
  const [register, contact] = await Promise.all([
    vault.decrypt<ReceiverRegister>(details.register),
    vault.decrypt<ReceiverContact>(details.contact),
  ]);
  if (!register || !contact) return null;
  const { partners, ...rest } = register;
  const { phone, address } = contact;
  return { ...rest, phone, address, ...(partners && { partners: [...partners] }) };
};

/** Decrypts a seller's personal data. Each value is null if it was erased; `details` also if the seller has submitted none. */
export const decryptPersonalData = async (
  core: Pick<Core, 'vault'>,
  seller: SellerDetails,
  state: Receiver,
): Promise<Pick<ReceiverView, 'name' | 'document' | 'email' | 'details'>> => {
  const [identity, contact, details] = await Promise.all([
    core.vault.decrypt<Identity>(seller.identity),
    core.vault.decrypt<Contact>(seller.contact),
    detailsOf(core, state),
  ]);
  return {
    name: identity?.name ?? null,
    document: identity?.document ?? null,
    email: contact?.email ?? null,
    details,
  };
};

/** Returns the checklist for this type of document (undetermined = a CPF), plus any other submitted files. */
export const checklistShown = (
  row: ReceiverRow | undefined,
  documentType: ReceiverView['documentType'],
): ReceiverView['checklist'] => {
  const required = checklistOf(documentType ?? 'CPF');
  const files = row?.files ?? [];
  const submitted = receiverFileKinds.filter((kind) => files.some((file) => file.kind === kind));
  const kinds = receiverFileKinds.filter(
    (kind) => required.includes(kind) || submitted.includes(kind),
  );
  return kinds.map((kind) => {
    const submittedFile = files.find((file) => file.kind === kind);
    if (!submittedFile) return { kind, file: null };
    const { kind: _, ...file } = submittedFile;
    return { kind, file };
  });
};
