import type { Sale } from '#/api/contract/sales.ts';
import { dayInBrazil } from '#/web/ui/fields/day-range.ts';
import type { SaleSearch } from './sale-search.ts';

/** Whether a sale fits the filters; the search text is not compared. */
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

/** Whether a sale approved now fits the filters of status and days; the method is not compared. */
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
