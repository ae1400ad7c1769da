import type { StaffCaller } from '#/api/auth/caller.ts';
import type { Services } from '#/api/composition/api-services.ts';
import type { OutputOf, ParsedInputOf } from '#/api/contract/contract.ts';
import { readPage } from '#/api/http/paging.ts';
import { readFresh } from '#/api/reads/freshness.ts';
import { loadSellerNames } from '#/api/people/seller-names.ts';
import { listReceivers, registrationsOf } from '#/projections/receivers/receivers-queries.ts';

export const showReceivers = async (
  services: Services,
  { platformId }: StaffCaller,
  { after, cursor, limit, review }: ParsedInputOf<'admin.listReceivers'>,
): Promise<OutputOf<'admin.listReceivers'>> => {
  const { core } = services;
  const { value, position } = await readFresh(services, ['receivers'], after, async (database) => {
    const filters = { platformId, review };
    const page = await readPage(() => listReceivers(database, filters, { limit, cursor }));
    const ids = page.items.map(({ sellerId }) => sellerId);
    return { ...page, registrations: await registrationsOf(database, ids) };
  });
  const names = await loadSellerNames(
    core,
    value.items.map(({ sellerId }) => sellerId),
  );
  const items = value.items.map(({ sellerId, documentType: type, files, ...row }) => ({
    sellerId,
    sellerName: names.get(sellerId) ?? null,
    documentType: type,
    review: row.review,
    waiting: files.filter(({ status }) => status === 'SUBMITTED').length,
    changedAt: row.changedAt,
    registrations: value.registrations
      .filter((each) => each.sellerId === sellerId)
      .map(({ provider, status }) => ({
        provider,
        label: services.acquirers.labelOf(provider),
        status: status === 'BEGUN' ? ('REQUESTED' as const) : status,
      })),
  }));
  return { items, nextCursor: value.nextCursor, position };
};
