import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Sale } from '#/api/contract/sales.ts';
import { useLiveTopic } from '#/web/ui/live.tsx';
import { refreshQueries } from '#/web/lib/refresh-queries.ts';
import { mergeSale, latestSales } from './merge-sale.ts';
import { NewsPill } from './news-pill.tsx';
import { fitsFilters } from './sale-news.ts';
import type { SaleSearch } from './sale-search.ts';

export interface SalesNewsProps {
  readonly sellerId: string;
  readonly rows: readonly Sale[];
  readonly search: SaleSearch;
  readonly onShow: () => void;
}

/**
 * When the newest sale on the first page was requested; empty if that page has no sale, undefined if the user opened a later page
 * directly.
 */
const useNewest = (rows: readonly Sale[], { cursor }: SaleSearch): string | undefined => {
  const [firstPageNewest, setFirstPageNewest] = useState<string>();
  const newest = cursor === undefined ? (rows[0]?.requestedAt ?? '') : firstPageNewest;
  if (newest !== firstPageNewest) setFirstPageNewest(newest);
  return newest;
};

/** A live update changes a shown row but adds none, so that rows do not move: a button offers new sales. */
export const SalesNews = ({ sellerId, rows, search, onShow }: SalesNewsProps) => {
  const client = useQueryClient();
  const [updates, setUpdates] = useState<ReadonlyMap<string, Sale>>(new Map());
  const newest = useNewest(rows, search);
  useLiveTopic(`sales:${sellerId}`, ({ type, position, data: sale }) => {
    if (type === 'snapshot') {
      void refreshQueries(client, { queryKey: ['sales', 'seller'] });
      void refreshQueries(client, { queryKey: ['sale', 'seller'] });
      return;
    }
    void refreshQueries(client, { queryKey: ['sale', 'seller', sale.paymentId] });
    latestSales.note(sale.paymentId, { position, data: sale });
    setUpdates((before) => new Map(before).set(sale.paymentId, sale));
    client.setQueriesData<{ readonly items: readonly Sale[] }>(
      { queryKey: ['sales', 'seller'] },
      (page) => page && { ...page, items: mergeSale(page.items, sale) },
    );
  });
  // The update of an older sale is no new sale.
  const isNews = (sale: Sale): boolean =>
    newest !== undefined && sale.requestedAt > newest && fitsFilters(sale, search);
  const newSales = [...updates.values()].filter(isNews);
  const show = () => {
    setUpdates(new Map());
    onShow();
  };
  // Only the server knows whether new sales match the search.
  const isSearch = search.text !== undefined;
  return <NewsPill count={newSales.length} isSearch={isSearch} onShow={show} />;
};
