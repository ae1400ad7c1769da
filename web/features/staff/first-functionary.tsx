import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { Card } from '#/web/ui/card.tsx';
import { Empty } from '#/web/ui/states.tsx';
import { StaffContext } from './staff-context.ts';
import { hasAllFlags, staffQuery } from './staff-queries.ts';
import { useStaffTexts } from './staff-texts.ts';

/** A hint, shown while the whole list has administrators only, who have all flags. */
export const FirstFunctionary = () => {
  const texts = useStaffTexts();
  const { search } = use(StaffContext);
  const { data } = useQuery(staffQuery(search));
  const isWhole = search.cursor === undefined && data?.nextCursor === null;
  const hasNone = data?.items.every(hasAllFlags);
  if (search.state !== undefined || !isWhole || hasNone !== true || data?.items.length === 0) {
    return null;
  }
  return (
    <div className="mx-auto w-full max-w-7xl px-4 pb-6 sm:px-6">
      <Card>
        <Empty title={texts.firstTitle} text={texts.firstText} />
      </Card>
    </div>
  );
};
