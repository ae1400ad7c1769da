import { createFileRoute } from '@tanstack/react-router';
import { lazy } from 'react';
import * as z from 'zod/mini';
import type { Administrator } from '#/api/contract/master.ts';
import { storeSearchText, useSearchText } from '#/web/backoffice/search-text.ts';
import { useMasterSession } from '#/web/backoffice/use-master-session.ts';
import {
  AdministratorItem,
  administratorsColumns,
} from '#/web/features/administrators/administrators-columns.tsx';
import { AdministratorsContext } from '#/web/features/administrators/administrators-context.ts';
import {
  AdministratorsFilters,
  NoAdministrator,
} from '#/web/features/administrators/administrators-filters.tsx';
import {
  administratorName,
  administratorsQuery,
  type AdministratorsSearch,
} from '#/web/features/administrators/administrators-queries.ts';
import { useAdministratorsTexts } from '#/web/features/administrators/administrators-texts.ts';
import { createDefinePage } from '#/web/ui/blocks/data-table-page.tsx';

const Detail = lazy(() => import('#/web/features/administrators/administrator-detail.tsx'));

const Administrators = createDefinePage(useAdministratorsTexts)<
  Administrator,
  AdministratorsSearch
>({
  key: 'administrators',
  title: ({ title }) => title,
  note: ({ note }) => note,
  query: administratorsQuery,
  columns: administratorsColumns,
  Item: AdministratorItem,
  rowId: ({ staffId }) => staffId,
  rowName: administratorName,
  Filters: AdministratorsFilters,
  isFiltered: ({ state, platformId, text }) => [state, platformId, text].some(Boolean),
  NothingFound: NoAdministrator,
  noFilter: {},
  empty: ({ emptyTitle, emptyText }) => ({ title: emptyTitle, text: emptyText }),
  Detail,
});

const Screen = () => {
  const navigate = Route.useNavigate();
  const session = useMasterSession();
  const { cursor, ...address } = Route.useSearch();
  const searchText = useSearchText(session);
  const search = searchText ? { ...address, ...searchText } : { ...address, cursor };
  const onSearch = ({ text, cursor: next, ...filters }: AdministratorsSearch) => {
    // The text is personal data, which no URL may hold.
    const state = storeSearchText(session, text === undefined ? undefined : { text, cursor: next });
    void navigate({ search: text === undefined ? { ...filters, cursor: next } : filters, state });
  };
  return (
    <AdministratorsContext value={search}>
      <Administrators search={search} onSearch={onSearch} />
    </AdministratorsContext>
  );
};

export const Route = createFileRoute('/master-root/administrators')({
  validateSearch: z.object({
    cursor: z.catch(z.optional(z.string()), undefined),
    open: z.catch(z.optional(z.string()), undefined),
    platformId: z.catch(z.optional(z.string()), undefined),
    state: z.catch(z.optional(z.enum(['BLOCKED'])), undefined),
  }),
  component: Screen,
});
