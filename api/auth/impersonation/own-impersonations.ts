import type { SellerCaller } from '#/api/auth/caller.ts';
import type { Services } from '#/api/composition/api-services.ts';
import type { OutputOf, ParsedInputOf } from '#/api/contract/contract.ts';
import { readPage } from '#/api/http/paging.ts';
import { readFresh } from '#/api/reads/freshness.ts';
import { listImpersonations } from '#/projections/impersonations.ts';

/** Lists when and why the seller was impersonated, not by whom: staff answer to their platform. */
export const listOwnImpersonations = async (
  services: Services,
  { platformId, sellerId }: SellerCaller,
  { after, cursor, limit }: ParsedInputOf<'seller.listImpersonations'>,
): Promise<OutputOf<'seller.listImpersonations'>> => {
  const { value, position } = await readFresh(services, ['impersonations'], after, (database) =>
    readPage(() => listImpersonations(database, { platformId, sellerId }, { limit, cursor })),
  );
  const items = value.items.map(({ impersonationId, reason, begunAt, until, endedAt }) => ({
    impersonationId,
    reason,
    begunAt,
    until,
    endedAt,
  }));
  return { items, nextCursor: value.nextCursor, position };
};
