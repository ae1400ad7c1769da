import { createFileRoute } from '@tanstack/react-router';
import { lazy } from 'react';
import * as z from 'zod/mini';
import type { Master } from '#/api/contract/master.ts';
import { MasterItem, mastersColumns } from '#/web/features/masters/masters-columns.tsx';
import { masterName, mastersQuery } from '#/web/features/masters/masters-queries.ts';
import { useMastersTexts } from '#/web/features/masters/masters-texts.ts';
import { createDefinePage } from '#/web/ui/blocks/data-table-page.tsx';
import type { TableSearch } from '#/web/ui/blocks/page-definition.ts';

const Detail = lazy(() => import('#/web/features/masters/master-detail.tsx'));

const Masters = createDefinePage(useMastersTexts)<Master, TableSearch>({
  key: 'masters',
  title: ({ title }) => title,
  note: ({ note }) => note,
  query: mastersQuery,
  columns: mastersColumns,
  Item: MasterItem,
  rowId: ({ masterId }) => masterId,
  rowName: masterName,
  noFilter: {},
  empty: ({ emptyTitle, emptyText }) => ({ title: emptyTitle, text: emptyText }),
  Detail,
});

const Screen = () => {
  const navigate = Route.useNavigate();
  return <Masters search={Route.useSearch()} onSearch={(search) => void navigate({ search })} />;
};

export const Route = createFileRoute('/master-root/masters')({
  validateSearch: z.object({
    cursor: z.catch(z.optional(z.string()), undefined),
    open: z.catch(z.optional(z.string()), undefined),
  }),
  component: Screen,
});
