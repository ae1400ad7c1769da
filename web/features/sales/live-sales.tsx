import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Sale } from '#/api/contract/seller.ts';
import { useLiveTopic } from '#/web/ui/live.tsx';
import { mergeSale, toldSales } from './merge-sale.ts';
import { NewsPill } from './news-pill.tsx';
import { fitsFilters } from './sale-news.ts';
import type { SaleSearch } from './sale-search.ts';

export interface SalesNewsProps {
  readonly sellerId: string;
  readonly rows: readonly Sale[];
  readonly search: SaleSearch;
  readonly onShow: () => void;
}

/** When the newest sale of the list was asked for, also on its later pages; undefined where its first page was never seen. */
const useNewest = (rows: readonly Sale[], { cursor }: SaleSearch): string | undefined => {
  const [seen, setSeen] = useState<string>();
  const newest = cursor === undefined ? (rows[0]?.requestedAt ?? '') : seen;
  if (newest !== seen) setSeen(newest);
  return newest;
};

/**
 * Follows a seller's sales: a row on screen changes where it is, a new one that the filters have waits behind a button, so
 * that the table never moves under the reader's hand.
 */
export const SalesNews = ({ sellerId, rows, search, onShow }: SalesNewsProps) => {
  const client = useQueryClient();
  const [heard, setHeard] = useState<ReadonlyMap<string, Sale>>(new Map());
  const newest = useNewest(rows, search);
  useLiveTopic(`sales:${sellerId}`, ({ type, position, data: sale }) => {
    if (type === 'snapshot') {
      void client.invalidateQueries({ queryKey: ['sales', 'seller'] });
      void client.invalidateQueries({ queryKey: ['sale', 'seller'] });
      return;
    }
    void client.invalidateQueries({ queryKey: ['sale', 'seller', sale.paymentId] });
    toldSales.note(sale.paymentId, { position, data: sale });
    setHeard((before) => new Map(before).set(sale.paymentId, sale));
    client.setQueriesData<{ readonly items: readonly Sale[] }>(
      { queryKey: ['sales', 'seller'] },
      (page) => page && { ...page, items: mergeSale(page.items, sale) },
    );
  });
  // What happens to an older sale makes it no new one.
  const isNews = (sale: Sale): boolean =>
    newest !== undefined && sale.requestedAt > newest && fitsFilters(sale, search);
  const waiting = [...heard.values()].filter(isNews);
  const show = () => {
    setHeard(new Map());
    onShow();
  };
  // Whether they are what is looked for, only the server can tell.
  const isSearch = search.text !== undefined;
  return <NewsPill count={waiting.length} isSearch={isSearch} onShow={show} />;
};
