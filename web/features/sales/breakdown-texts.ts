import type { Sale } from '#/api/contract/sales.ts';
import type { BackofficeTexts } from '#/web/i18n/pt-br/backoffice.ts';
import type { Viewpoint } from './sale-queries.ts';

interface BreakdownWords {
  readonly paid: string;
  readonly fee: string;
  readonly net: string;
}

/**
 * From what the buyer pays to what the seller receives, as paid or expected.
 * Undefined if the sale cannot be paid any more.
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
