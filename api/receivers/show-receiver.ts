import { showRegistration } from '#/api/acquiring/show-registration.ts';
import type { Services } from '#/api/composition/api-services.ts';
import { readFresh } from '#/api/reads/freshness.ts';
import { documentType } from '#/domain/brazil/document.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { receiver } from '#/domain/receiver/decider.ts';
import type { SellerDetails } from '#/domain/seller/seller.ts';
import { getReceiver, registrationsOf } from '#/projections/receivers/receivers-queries.ts';
import { checklistShown, decryptPersonalData } from './view.ts';

export const showReceiver = async (
  services: Services,
  sellerId: string,
  seller: SellerDetails,
  after: string | undefined,
) => {
  const { core } = services;
  const { value, position } = await readFresh(services, ['receivers'], after, async (database) => ({
    row: await getReceiver(database, sellerId),
    registrations: await registrationsOf(database, [sellerId]),
  }));
  const { state } = await core.handler.load(receiver, streamOf('receiver', sellerId));
  const decrypted = await decryptPersonalData(core, seller, state);
  const type = documentType(decrypted.document ?? '') ?? state.details?.documentType ?? null;
  return {
    known: { ...decrypted, documentType: type },
    revision: state.detailsRevision,
    checklist: checklistShown(value.row, type),
    registrations: value.registrations.map((row) => showRegistration(services, row)),
    position,
  };
};
