import type { Sale } from '#/api/contract/sales.ts';
import { LatestUpdates } from '#/web/lib/latest-updates.ts';

/** The last live update of each sale. It replaces the sale in the answer to a query if that answer is older. */
export const latestSales = new LatestUpdates<Sale>();

/** A live update has no buyer, so the name from the earlier read is kept. */
const mergeOne = (sale: Sale, changed: Sale): Sale => ({
  ...sale,
  ...changed,
  buyerName: changed.buyerName ?? sale.buyerName,
});

/** Replaces a sale in a list with its new state; a list without the sale is returned unchanged. */
export const mergeSale = (sales: readonly Sale[], changed: Sale): readonly Sale[] =>
  sales.some(({ paymentId }) => paymentId === changed.paymentId)
    ? sales.map((sale) => (sale.paymentId === changed.paymentId ? mergeOne(sale, changed) : sale))
    : sales;

/** Merges newer live updates into a response. */
export const withLatest = <
  Answer extends { readonly items: readonly Sale[]; readonly position: string },
>(
  answer: Answer,
): Answer => ({
  ...answer,
  items: answer.items.map((sale) => {
    const changed = latestSales.after(sale.paymentId, answer.position);
    return changed ? mergeOne(sale, changed) : sale;
  }),
});
