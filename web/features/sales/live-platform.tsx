import { useState } from 'react';
import { useLiveTopic } from '#/web/ui/live.tsx';
import { NewsPill } from './news-pill.tsx';

interface PlatformNewsProps {
  readonly platformId: string;
  readonly isSearch?: boolean;
  readonly onShow: () => void;
}

interface Counted {
  readonly day: string;
  readonly shown: number;
  readonly now: number;
}

/** How many sales the platform has had since the list was read; a new day counts from its start. */
export const PlatformNews = ({ platformId, isSearch = false, onShow }: PlatformNewsProps) => {
  const [counted, setCounted] = useState<Counted>();
  useLiveTopic(`platform:${platformId}`, ({ data: { day, approvedCount } }) =>
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
  const count = counted ? counted.now - counted.shown : 0;
  return <NewsPill count={count} isSearch={isSearch} onShow={show} />;
};
