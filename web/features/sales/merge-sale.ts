import type { Sale } from '#/api/contract/seller.ts';
import { Told } from '#/web/lib/told.ts';

/** What was told of sales since they were read. */
export const toldSales = new Told<Sale>();

/** A tick carries no buyer, so the name that was read stays. */
const merged = (sale: Sale, changed: Sale): Sale => ({
  ...sale,
  ...changed,
  buyerName: changed.buyerName ?? sale.buyerName,
});

/** Puts a sale as it is now where it stands in a list; a list without it stays the same list. */
export const mergeSale = (sales: readonly Sale[], changed: Sale): readonly Sale[] =>
  sales.some(({ paymentId }) => paymentId === changed.paymentId)
    ? sales.map((sale) => (sale.paymentId === changed.paymentId ? merged(sale, changed) : sale))
    : sales;

/** An answer with what was told of its sales after it. */
export const withTold = <
  Answer extends { readonly items: readonly Sale[]; readonly position: string },
>(
  answer: Answer,
): Answer => ({
  ...answer,
  items: answer.items.map((sale) => {
    const changed = toldSales.after(sale.paymentId, answer.position);
    return changed ? merged(sale, changed) : sale;
  }),
});
