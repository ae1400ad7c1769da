import { createFileRoute } from '@tanstack/react-router';
import { lazy } from 'react';
import * as z from 'zod/mini';
import type { OwnSeller } from '#/api/contract/manager.ts';
import { storeSearchText, useSearchText } from '#/web/backoffice/search-text.ts';
import { useManagerSession } from '#/web/backoffice/use-manager-session.ts';
import {
  OwnSellerItem,
  ownSellersColumns,
} from '#/web/features/managers/area/own-sellers-columns.tsx';
import {
  NoSellerFound,
  OwnSellersFilters,
} from '#/web/features/managers/area/own-sellers-filters.tsx';
import {
  ownSellerName,
  ownSellersQuery,
  type OwnSellersSearch,
} from '#/web/features/managers/area/portfolio-queries.ts';
import { usePortfolioTexts } from '#/web/features/managers/area/portfolio-texts.ts';
import { createDefinePage } from '#/web/ui/blocks/data-table-page.tsx';

const Detail = lazy(() => import('#/web/features/managers/area/own-seller-detail.tsx'));

const OwnSellers = createDefinePage(usePortfolioTexts)<OwnSeller, OwnSellersSearch>({
  key: 'own-sellers',
  title: ({ title }) => title,
  note: ({ note }) => note,
  query: ownSellersQuery,
  columns: ownSellersColumns,
  Item: OwnSellerItem,
  rowId: ({ sellerId }) => sellerId,
  rowName: ownSellerName,
  Filters: OwnSellersFilters,
  isFiltered: ({ text }) => text !== undefined,
  NothingFound: NoSellerFound,
  noFilter: {},
  empty: ({ emptyTitle, emptyText }) => ({ title: emptyTitle, text: emptyText }),
  Detail,
});

const Screen = () => {
  const navigate = Route.useNavigate();
  const session = useManagerSession();
  const { cursor, ...address } = Route.useSearch();
  const searchText = useSearchText(session);
  const search = searchText ? { ...address, ...searchText } : { ...address, cursor };
  const onSearch = ({ text, cursor: next, ...filters }: OwnSellersSearch) => {
    // The text is personal data, which no URL may hold.
    const state = storeSearchText(session, text === undefined ? undefined : { text, cursor: next });
    void navigate({ search: text === undefined ? { ...filters, cursor: next } : filters, state });
  };
  return <OwnSellers search={search} onSearch={onSearch} />;
};

export const Route = createFileRoute('/manager-root/manager-users')({
  validateSearch: z.object({
    cursor: z.catch(z.optional(z.string()), undefined),
    open: z.catch(z.optional(z.string()), undefined),
  }),
  component: Screen,
});
