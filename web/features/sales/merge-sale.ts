import type { Sale } from '#/api/contract/seller.ts';

/**
 * Puts a sale as it is now where it stands in a list; a list without it stays the same list. Ticks
 * carry no buyer, so the name that was read stays.
 */
export const mergeSale = (sales: readonly Sale[], changed: Sale): readonly Sale[] =>
  sales.some(({ paymentId }) => paymentId === changed.paymentId)
    ? sales.map((sale) =>
        sale.paymentId === changed.paymentId
          ? { ...sale, ...changed, buyerName: changed.buyerName ?? sale.buyerName }
          : sale,
      )
    : sales;
