import type { Sale } from '#/api/contract/sales.ts';
import type { BackofficeTexts } from '#/web/i18n/pt-br/backoffice.ts';
import type { Viewpoint } from './sale-queries.ts';

interface BreakdownTexts {
  readonly paid: string;
  readonly fee: string;
  readonly net: string;
}

/** The names of the amounts from the buyer's payment to the seller's share; undefined if the sale was not paid, and cannot be. */
export const breakdownTexts = (
  { status, approvedAt }: Pick<Sale, 'status' | 'approvedAt'>,
  viewpoint: Viewpoint,
  { sale, sales }: Pick<BackofficeTexts, 'sale' | 'sales'>,
): BreakdownTexts | undefined => {
  const isOwn = viewpoint === 'seller';
  if (approvedAt !== null) {
    return { paid: sale.paidByBuyer, fee: sales.fee, net: isOwn ? sale.yours : sale.sellers };
  }
  if (status !== 'PENDING') return undefined;
  const net = isOwn ? sale.yoursExpected : sale.sellersExpected;
  return { paid: sale.toBePaid, fee: sale.feeExpected, net };
};
