import { Link } from '@tanstack/react-router';
import type { SessionLine } from '#/api/contract/master.ts';
import type { SessionLogsTexts } from '#/web/i18n/pt-br/people/session-logs.ts';
import { Badge } from '#/web/ui/badge.tsx';
import type { Column } from '#/web/ui/blocks/column.ts';
import type { SearchProps } from '#/web/ui/blocks/page-definition.ts';
import { DateRange } from '#/web/ui/fields/date-range.tsx';
import { Select } from '#/web/ui/fields/select.tsx';
import { useFormats, type Formats } from '#/web/ui/hooks/use-formats.ts';
import { describeLine } from './describe-line.ts';
import type { SessionLogsSearch } from './session-logs-queries.ts';
import { useSessionLogsTexts } from './session-logs-texts.ts';

type Kind = SessionLine['kind'];

const KINDS: readonly Kind[] = [
  'SIGNED_IN',
  'SIGN_IN_FAILED',
  'SIGN_IN_SUSPENDED',
  'SIGNED_OUT',
  'SECOND_FACTOR',
  'IMPERSONATION_BEGUN',
  'IMPERSONATION_ENDED',
];

export const sessionPerson = ({ person }: SessionLine): string => person.email ?? person.id;

const PersonLink = ({ line }: { readonly line: SessionLine }) => {
  const { personKinds } = useSessionLogsTexts();
  return (
    <span className="inline-flex min-w-0 flex-wrap items-center gap-x-2">
      <Link
        to="/master-root/session-logs"
        search={{ personId: line.person.id, personKind: line.person.kind }}
        className="font-medium break-all text-ink hover:text-accent hover:underline"
      >
        {sessionPerson(line)}
      </Link>
      <span className="text-xs text-ink-muted">{personKinds[line.person.kind]}</span>
    </span>
  );
};

const KindBadge = ({ kind }: Pick<SessionLine, 'kind'>) => {
  const texts = useSessionLogsTexts();
  const isFailure = kind === 'SIGN_IN_FAILED' || kind === 'SIGN_IN_SUSPENDED';
  return <Badge tone={isFailure ? 'negative' : 'neutral'}>{texts.kinds[kind]}</Badge>;
};

const browserOf = ({ browser, system }: SessionLine): string =>
  [browser, system].filter((name) => name !== null).join(' · ') || '—';

export const sessionLogsColumns = (
  texts: SessionLogsTexts,
  formats: Formats,
): readonly Column<SessionLine>[] => [
  { id: 'at', header: texts.at, cell: ({ at }) => formats.dateTime(at) },
  { id: 'person', header: texts.person, cell: (line) => <PersonLink line={line} /> },
  {
    id: 'platform',
    header: texts.platform,
    cell: ({ platformName }) => platformName ?? texts.noPlatform,
  },
  { id: 'kind', header: texts.what, cell: ({ kind }) => <KindBadge kind={kind} /> },
  { id: 'details', header: texts.details, cell: (line) => describeLine(line, texts) },
  { id: 'browser', header: texts.browser, cell: browserOf },
  { id: 'address', header: texts.address, cell: ({ address }) => address ?? '—' },
];

export const SessionLogItem = ({ row }: { readonly row: SessionLine }) => {
  const texts = useSessionLogsTexts();
  const { dateTime } = useFormats();
  return (
    <div className="grid gap-1">
      <div className="flex items-start justify-between gap-3">
        <PersonLink line={row} />
        <KindBadge kind={row.kind} />
      </div>
      <div className="text-xs text-ink-faint">
        {dateTime(row.at)} · {row.platformName ?? texts.noPlatform} · {row.address ?? '—'}
      </div>
      <div className="text-xs text-ink-faint">{browserOf(row)}</div>
      <div className="text-xs text-ink-muted">{describeLine(row, texts)}</div>
    </div>
  );
};

export const SessionLogsFilters = ({ search, onSearch }: SearchProps<SessionLogsSearch>) => {
  const texts = useSessionLogsTexts();
  return (
    <>
      <Select<Kind | 'UNUSUAL'>
        label={texts.filter}
        value={search.kind ?? null}
        options={[
          { value: null, label: texts.all },
          { value: 'UNUSUAL', label: texts.unusual },
          ...KINDS.map((value) => ({ value, label: texts.kinds[value] })),
        ]}
        onChange={(kind) => onSearch({ ...search, kind: kind ?? undefined, cursor: undefined })}
        className="w-fit min-w-52"
      />
      <DateRange
        range={search}
        onChange={(range) => onSearch({ ...search, ...range, cursor: undefined })}
      />
    </>
  );
};
