import type { Sale } from '#/api/contract/seller.ts';
import { dayInBrazil } from '#/web/ui/fields/day-range.ts';
import type { SaleSearch } from './sale-search.ts';

/** Whether a list with these filters has the sale, whatever text is looked for. */
export const fitsFilters = (
  { status, method, requestedAt }: Pick<Sale, 'status' | 'method' | 'requestedAt'>,
  filters: Pick<SaleSearch, 'status' | 'method' | 'from' | 'to'>,
): boolean => {
  const day = dayInBrazil(new Date(requestedAt));
  const { from = day, to = day } = filters;
  return (
    (filters.status ?? status) === status &&
    (filters.method ?? method) === method &&
    from <= day &&
    day <= to
  );
};

/** Whether such a list may have a sale that is approved now; by whom and how it was paid, only the server can tell. */
export const mayHaveNews = (
  filters: Pick<SaleSearch, 'status' | 'method' | 'from' | 'to'>,
): boolean =>
  fitsFilters(
    {
      status: 'APPROVED',
      method: filters.method ?? 'PIX',
      requestedAt: new Date().toISOString(),
    },
    filters,
  );
