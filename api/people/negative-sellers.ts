import type { StaffCaller } from '#/api/auth/caller.ts';
import type { Services } from '#/api/composition/api-services.ts';
import type { OutputOf, ParsedInputOf } from '#/api/contract/contract.ts';
import { readPage } from '#/api/http/paging.ts';
import { readFresh } from '#/api/reads/freshness.ts';
import { listNegativeSellers as listRows } from '#/projections/negative-sellers.ts';
import { loadSellerNames } from './seller-names.ts';

/** Sellers with a negative balance, and its cause. */
export const listNegativeSellers = async (
  services: Services,
  { platformId }: StaffCaller,
  { after, cursor, limit }: ParsedInputOf<'admin.listNegativeSellers'>,
): Promise<OutputOf<'admin.listNegativeSellers'>> => {
  const { value, position } = await readFresh(services, ['seller-balance'], after, (database) =>
    readPage(() => listRows(database, platformId, { limit, cursor })),
  );
  const names = await loadSellerNames(
    services.core,
    value.items.map(({ sellerId }) => sellerId),
  );
  const items = value.items.map((row) => ({
    sellerId: row.sellerId,
    sellerName: names.get(row.sellerId) ?? null,
    available: row.available,
    pending: row.pending,
    negativeSince: row.negativeSince,
    cause: row.reversalCause,
    causePaymentId: row.reversalPaymentId,
  }));
  return { items, nextCursor: value.nextCursor, position };
};
