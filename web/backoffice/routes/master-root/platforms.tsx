import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import type { PlatformLine } from '#/api/contract/master.ts';
import { CreateButton } from '#/web/features/platforms/create-button.tsx';
import { PlatformItem, platformsColumns } from '#/web/features/platforms/platforms-columns.tsx';
import { NoneBlocked, PlatformsFilters } from '#/web/features/platforms/platforms-filters.tsx';
import {
  platformsQuery,
  type PlatformsSearch,
} from '#/web/features/platforms/platforms-queries.ts';
import { usePlatformsTexts } from '#/web/features/platforms/platforms-texts.ts';
import { createDefinePage } from '#/web/ui/blocks/data-table-page.tsx';

const Platforms = createDefinePage(usePlatformsTexts)<PlatformLine, PlatformsSearch>({
  key: 'platforms',
  title: ({ title }) => title,
  note: ({ note }) => note,
  Actions: CreateButton,
  query: platformsQuery,
  columns: platformsColumns,
  Item: PlatformItem,
  rowId: ({ platformId }) => platformId,
  rowName: ({ name }) => name,
  Filters: PlatformsFilters,
  isFiltered: ({ state }) => state !== undefined,
  NothingFound: NoneBlocked,
  noFilter: {},
  empty: ({ emptyTitle, emptyText }) => ({ title: emptyTitle, text: emptyText }),
});

const Screen = () => {
  const navigate = Route.useNavigate();
  return <Platforms search={Route.useSearch()} onSearch={(search) => void navigate({ search })} />;
};

export const Route = createFileRoute('/master-root/platforms')({
  validateSearch: z.object({
    cursor: z.catch(z.optional(z.string()), undefined),
    state: z.catch(z.optional(z.enum(['BLOCKED'])), undefined),
  }),
  component: Screen,
});
