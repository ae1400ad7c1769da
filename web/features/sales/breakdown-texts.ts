import type { Sale } from '#/api/contract/sales.ts';
import type { BackofficeTexts } from '#/web/i18n/pt-br/backoffice.ts';
import type { Viewpoint } from './sale-queries.ts';

interface BreakdownWords {
  readonly paid: string;
  readonly fee: string;
  readonly net: string;
}

/**
 * Returns the labels of a sale's breakdown, from what the buyer pays down to what the seller receives: as paid or as still expected, by
 * the status of the sale. Undefined if the sale was not paid, and cannot be any more.
 */
export const breakdownTexts = (
  { status, approvedAt }: Pick<Sale, 'status' | 'approvedAt'>,
  viewpoint: Viewpoint,
  { sale, sales }: Pick<BackofficeTexts, 'sale' | 'sales'>,
): BreakdownWords | undefined => {
  const isOwn = viewpoint === 'seller';
  if (approvedAt !== null) {
    return { paid: sale.paidByBuyer, fee: sales.fee, net: isOwn ? sale.yours : sale.sellers };
  }
  if (status !== 'PENDING') return undefined;
  const net = isOwn ? sale.yoursExpected : sale.sellersExpected;
  return { paid: sale.toBePaid, fee: sale.feeExpected, net };
};
