import { useState } from 'react';
import { useLiveTopic } from '#/web/ui/live.tsx';
import { NewsPill } from './news-pill.tsx';
import { mayHaveNews } from './sale-news.ts';
import type { AdminSaleSearch } from './sale-search.ts';

interface PlatformNewsProps {
  readonly platformId: string;
  readonly search: AdminSaleSearch;
  readonly onShow: () => void;
}

/** How many of the day's sales were approved: when the list was read, and now. */
interface SaleCounts {
  readonly day: string;
  readonly shown: number;
  readonly now: number;
}

/** Offers the sales approved since the list was read or, after a change of day, since midnight. */
export const PlatformNews = ({ platformId, search, onShow }: PlatformNewsProps) => {
  const [counted, setCounted] = useState<SaleCounts>();
  useLiveTopic(`platform:${platformId}`, ({ data: { day, approvedCount } }) =>
    // The list has the sales counted by the first update, and none of a later day.
    setCounted((before) => ({
      day,
      shown: before?.day === day ? before.shown : before ? 0 : approvedCount,
      now: approvedCount,
    })),
  );
  const show = () => {
    setCounted((before) => before && { ...before, shown: before.now });
    onShow();
  };
  const count = counted && mayHaveNews(search) ? counted.now - counted.shown : 0;
  // Only the server knows whether new sales match these filters.
  const { text, method, sellerId } = search;
  const isSearch = [text, method, sellerId].some((filter) => filter !== undefined);
  return <NewsPill count={count} isSearch={isSearch} onShow={show} />;
};
