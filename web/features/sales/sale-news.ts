import type { Sale } from '#/api/contract/sales.ts';
import { dayInBrazil } from '#/web/ui/fields/day-range.ts';
import type { SaleSearch } from './sale-search.ts';

/** Whether a sale fits the filters, ignoring the search text. */
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

/**
 * Whether the list could get a new row now: its filters of status and days match a sale that is requested and approved now. The method
 * is not compared, because no particular sale is meant. A sale requested on an earlier day is not considered.
 */
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
