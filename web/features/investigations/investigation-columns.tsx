import { Link } from '@tanstack/react-router';
import type { BackofficeTexts } from '#/web/i18n/pt-br/backoffice.ts';
import { useTexts } from '#/web/i18n/texts.ts';
import { Badge } from '#/web/ui/badge.tsx';
import type { Column } from '#/web/ui/blocks/column.ts';
import type { SearchProps } from '#/web/ui/blocks/page-definition.ts';
import { ROW_LINK, ROW_LINK_CLASS } from '#/web/ui/blocks/row-link.ts';
import { Select } from '#/web/ui/fields/select.tsx';
import { useFormats, type Formats } from '#/web/ui/hooks/use-formats.ts';
import { CASE_KINDS, caseText } from './case-name.ts';
import type { InvestigationsSearch, OpenCase } from './investigation-queries.ts';

export const investigationName = ({ kind, id }: OpenCase): string => caseText({ kind, id });

const CaseLink = ({ row }: { readonly row: OpenCase }) => {
  const { investigations } = useTexts();
  return (
    <Link
      {...ROW_LINK}
      to="/admin-root/investigations"
      search={{ case: caseText(row) }}
      className={`font-medium text-ink hover:text-accent hover:underline ${ROW_LINK_CLASS}`}
    >
      {investigations.kinds[row.kind]} {row.id.slice(0, 8)}
    </Link>
  );
};

const Causes = ({ causes }: Pick<OpenCase, 'causes'>) => {
  const { investigations } = useTexts();
  return <span>{[...new Set(causes)].map((each) => investigations.causes[each]).join(' · ')}</span>;
};

const StateBadge = ({ isProposed }: Pick<OpenCase, 'isProposed'>) => {
  const { investigations: texts } = useTexts();
  return (
    <Badge tone={isProposed ? 'accent' : 'warning'}>
      {isProposed ? texts.proposed : texts.waits}
    </Badge>
  );
};

export const investigationColumns = (
  { investigations: texts }: BackofficeTexts,
  formats: Formats,
): readonly Column<OpenCase>[] => [
  { id: 'what', header: texts.what, cell: (row) => <CaseLink row={row} /> },
  { id: 'why', header: texts.why, cell: ({ causes }) => <Causes causes={causes} /> },
  {
    id: 'amount',
    header: texts.amount,
    isFigure: true,
    cell: ({ inQuestion }) => (inQuestion === null ? '—' : formats.money(inQuestion)),
  },
  { id: 'acquirer', header: texts.acquirer, cell: ({ providerLabel }) => providerLabel },
  { id: 'seller', header: texts.seller, cell: ({ sellerName }) => sellerName ?? '—' },
  { id: 'since', header: texts.since, cell: ({ since }) => formats.dateTime(since) },
  {
    id: 'state',
    header: texts.state,
    cell: ({ isProposed }) => <StateBadge isProposed={isProposed} />,
  },
];

export const InvestigationItem = ({ row }: { readonly row: OpenCase }) => {
  const { dateTime, money } = useFormats();
  return (
    <div className="grid gap-1">
      <div className="flex items-start justify-between gap-3">
        <CaseLink row={row} />
        {row.inQuestion !== null && (
          <span className="font-semibold tabular-nums">{money(row.inQuestion)}</span>
        )}
      </div>
      <Causes causes={row.causes} />
      <div className="flex items-center justify-between gap-3 text-xs text-ink-faint">
        {row.providerLabel} · {dateTime(row.since)}
        <StateBadge isProposed={row.isProposed} />
      </div>
    </div>
  );
};

export const InvestigationFilters = ({ search, onSearch }: SearchProps<InvestigationsSearch>) => {
  const { investigations: texts } = useTexts();
  return (
    <div className="flex flex-wrap gap-2">
      <Select<OpenCase['kind']>
        label={texts.filterKind}
        value={search.kind ?? null}
        options={[
          { value: null, label: texts.allKinds },
          ...CASE_KINDS.map((value) => ({ value, label: texts.kinds[value] })),
        ]}
        onChange={(kind) => onSearch({ ...search, kind: kind ?? undefined, cursor: undefined })}
        className="w-fit min-w-40"
      />
      <Select<'yes' | 'no'>
        label={texts.filterState}
        value={search.proposed ?? null}
        options={[
          { value: null, label: texts.allStates },
          { value: 'no', label: texts.waits },
          { value: 'yes', label: texts.proposed },
        ]}
        onChange={(proposed) =>
          onSearch({ ...search, proposed: proposed ?? undefined, cursor: undefined })
        }
        className="w-fit min-w-52"
      />
    </div>
  );
};
