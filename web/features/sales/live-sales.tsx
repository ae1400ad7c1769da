import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Sale } from '#/api/contract/seller.ts';
import { useLiveTopic } from '#/web/ui/live.tsx';
import { mergeSale } from './merge-sale.ts';
import { NewsPill } from './news-pill.tsx';

export interface SalesNewsProps {
  readonly sellerId: string;
  readonly rows: readonly Sale[];
  /** Whether new ones are what is looked for, only the server can tell. */
  readonly isSearch?: boolean;
  readonly onShow: () => void;
}

/**
 * Follows a seller's sales: a row on screen changes where it is, a new one waits behind a button, so
 * that the table never moves under the reader's hand.
 */
export const SalesNews = ({ sellerId, rows, isSearch = false, onShow }: SalesNewsProps) => {
  const client = useQueryClient();
  const [unseen, setUnseen] = useState<ReadonlySet<string>>(new Set());
  useLiveTopic(`sales:${sellerId}`, ({ type, data: sale }) => {
    if (type === 'snapshot') {
      void client.invalidateQueries({ queryKey: ['sales', 'seller'] });
      void client.invalidateQueries({ queryKey: ['sale', 'seller'] });
      return;
    }
    void client.invalidateQueries({ queryKey: ['sale', 'seller', sale.paymentId] });
    if (!rows.some(({ paymentId }) => paymentId === sale.paymentId)) {
      setUnseen((before) => new Set(before).add(sale.paymentId));
    }
    client.setQueriesData<{ readonly items: readonly Sale[] }>(
      { queryKey: ['sales', 'seller'] },
      (page) => page && { ...page, items: mergeSale(page.items, sale) },
    );
  });
  const waiting = [...unseen].filter((id) => !rows.some(({ paymentId }) => paymentId === id));
  const show = () => {
    setUnseen(new Set());
    onShow();
  };
  return <NewsPill count={waiting.length} isSearch={isSearch} onShow={show} />;
};
