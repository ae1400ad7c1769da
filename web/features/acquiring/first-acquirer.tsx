import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Card } from '#/web/ui/card.tsx';
import { Empty } from '#/web/ui/states.tsx';
import { useAccountTexts } from './account-texts.ts';
import { acquiringQuery } from './acquiring-queries.ts';

interface FirstAcquirerProps {
  /** A link to the page of acquirers. */
  readonly action: (label: string) => ReactNode;
}

/** A new platform's first step; renders nothing once a route has an acquirer. */
export const FirstAcquirer = ({ action }: FirstAcquirerProps) => {
  const texts = useAccountTexts();
  const { data } = useQuery({ ...acquiringQuery, refetchInterval: false });
  if (!data || Object.values(data.routes).some((route) => route.length > 0)) return null;
  return (
    <Card>
      <Empty title={texts.firstTitle} text={texts.firstText} action={action(texts.firstAction)} />
    </Card>
  );
};
