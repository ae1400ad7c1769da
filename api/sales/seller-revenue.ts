import type { StaffCaller } from '#/api/auth/caller.ts';
import type { Services } from '#/api/composition/api-services.ts';
import type { OutputOf, ParsedInputOf } from '#/api/contract/contract.ts';
import { readFresh } from '#/api/reads/freshness.ts';
import { listSellerRevenue as listRows } from '#/projections/seller-revenue.ts';
import { withSellers } from './with-sellers.ts';

/** Lists sellers by revenue, highest first. */
export const listSellerRevenue = async (
  services: Services,
  { platformId }: StaffCaller,
  { after, ...range }: ParsedInputOf<'admin.listSellerRevenue'>,
): Promise<OutputOf<'admin.listSellerRevenue'>> => {
  const { value, position } = await readFresh(services, ['sales'], after, (database) =>
    listRows(database, platformId, range),
  );
  return { items: await withSellers(services.core, value), position };
};
