import { createFileRoute, Link } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { definePage } from '#/web/backoffice/define-page.ts';
import { CASE_KINDS, parseCase } from '#/web/features/investigations/case-name.ts';
import {
  investigationColumns,
  InvestigationFilters,
  InvestigationItem,
  investigationName,
} from '#/web/features/investigations/investigation-columns.tsx';
import { InvestigationDetail } from '#/web/features/investigations/investigation-detail.tsx';
import {
  investigationsQuery,
  type InvestigationsSearch,
  type OpenCase,
} from '#/web/features/investigations/investigation-queries.ts';
import { useInvestigationTexts } from '#/web/features/investigations/investigation-texts.ts';
import { ParkedWork } from '#/web/features/investigations/parked-work.tsx';
import { buttonClass } from '#/web/ui/button.tsx';

const Investigations = definePage<OpenCase, InvestigationsSearch>({
  key: 'investigations',
  title: ({ investigations }) => investigations.title,
  note: ({ investigations }) => investigations.note,
  query: investigationsQuery,
  columns: investigationColumns,
  Item: InvestigationItem,
  rowId: investigationName,
  rowName: investigationName,
  Filters: InvestigationFilters,
  isFiltered: ({ kind, proposed }) => [kind, proposed].some(Boolean),
  noFilter: {},
  empty: ({ investigations }) => ({
    title: investigations.emptyTitle,
    text: investigations.emptyText,
  }),
});

const Screen = () => {
  const navigate = Route.useNavigate();
  const { back } = useInvestigationTexts();
  const { case: word, ...search } = Route.useSearch();
  const name = parseCase(word);
  if (name === undefined) {
    return (
      <>
        <Investigations search={search} onSearch={(next) => void navigate({ search: next })} />
        <ParkedWork />
      </>
    );
  }
  return (
    <InvestigationDetail
      key={word}
      name={name}
      back={
        <Link to="/admin-root/investigations" className={buttonClass()}>
          {back}
        </Link>
      }
    />
  );
};

const kind = z.enum(CASE_KINDS);

export const Route = createFileRoute('/admin-root/investigations')({
  validateSearch: z.object({
    cursor: z.catch(z.optional(z.string()), undefined),
    kind: z.catch(z.optional(kind), undefined),
    proposed: z.catch(z.optional(z.enum(['yes', 'no'])), undefined),
    case: z.catch(z.optional(z.string()), undefined),
  }),
  component: Screen,
});
