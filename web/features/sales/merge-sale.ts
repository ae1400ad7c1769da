import type { Sale } from '#/api/contract/sales.ts';
import { LatestUpdates } from '#/web/lib/latest-updates.ts';

/** Live updates of sales; they replace older answers to a query. */
export const latestSales = new LatestUpdates<Sale>();

/** A live update has no buyer: the name read earlier stays. */
const mergeOne = (sale: Sale, changed: Sale): Sale => ({
  ...sale,
  ...changed,
  buyerName: changed.buyerName ?? sale.buyerName,
});

/** Replaces the sale in a list; a list without the sale stays unchanged. */
export const mergeSale = (sales: readonly Sale[], changed: Sale): readonly Sale[] =>
  sales.some(({ paymentId }) => paymentId === changed.paymentId)
    ? sales.map((sale) => (sale.paymentId === changed.paymentId ? mergeOne(sale, changed) : sale))
    : sales;

/** Merges newer live updates into an answer. */
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
