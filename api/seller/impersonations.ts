import { readFresh } from '#/api/reads/freshness.ts';
import { readPage } from '#/api/http/paging.ts';
import type { ProceduresOf } from '#/api/http/procedure.ts';
import { listImpersonations } from '#/projections/impersonations.ts';

export const impersonationProcedures: Pick<ProceduresOf<'seller'>, 'seller.listImpersonations'> = {
  /** Does not say who impersonated the seller: staff answer to their platform, not to sellers. */
  'seller.listImpersonations': async ({ after, cursor, limit }, { caller, services }) => {
    const { platformId, sellerId } = caller;
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
  },
};
