import type { SellerCaller } from '#/api/auth/caller.ts';
import type { Services } from '#/api/composition/api-services.ts';
import type { OutputOf, ParsedInputOf } from '#/api/contract/contract.ts';
import type { RefundItem } from '#/api/contract/seller.ts';
import { readPage } from '#/api/http/paging.ts';
import { readFresh } from '#/api/reads/freshness.ts';
import { listRefunds as listRows, type RefundOfSale } from '#/projections/refunds.ts';

const refundView = (row: RefundOfSale): RefundItem => ({
  refundId: row.refundId,
  paymentId: row.paymentId,
  title: row.title ?? '',
  amount: row.amount,
  status: row.status,
  note: row.note,
  // The buyer's bank took the money back; neither seller nor staff requested it.
  cause: row.kind === 'CHARGEBACK' ? 'chargeback' : row.cause,
  text: row.explanation,
  requestedAt: row.requestedAt,
  concludedAt: row.concludedAt,
});

export const listRefunds = async (
  services: Services,
  { platformId, sellerId }: SellerCaller,
  { after, cursor, limit }: ParsedInputOf<'seller.listRefunds'>,
): Promise<OutputOf<'seller.listRefunds'>> => {
  const { value, position } = await readFresh(services, ['refunds', 'sales'], after, (database) =>
    readPage(() => listRows(database, { platformId, sellerId }, { limit, cursor })),
  );
  return { items: value.items.map(refundView), nextCursor: value.nextCursor, position };
};
