import { createContext, use } from 'react';
import { Link } from '@tanstack/react-router';
import type { BackofficeTexts } from '#/web/i18n/pt-br/backoffice.ts';
import { translateCode } from '#/web/i18n/texts.ts';
import { Named } from '#/web/ui/avatar.tsx';
import { Badge } from '#/web/ui/badge.tsx';
import type { Column } from '#/web/ui/blocks/column.ts';
import type { SearchProps } from '#/web/ui/blocks/page-definition.ts';
import { DateRange } from '#/web/ui/fields/date-range.tsx';
import { Select } from '#/web/ui/fields/select.tsx';
import { useFormats, type Formats } from '#/web/ui/hooks/use-formats.ts';
import { useAccessLogTexts } from './access-log-texts.ts';
import type { AccessEntry, AccessSearch } from './access-queries.ts';

type Kind = AccessEntry['kind'];

const KINDS: readonly Kind[] = [
  'SIGNED_IN',
  'SIGN_IN_FAILED',
  'SIGN_IN_SUSPENDED',
  'SIGNED_OUT',
  'SECOND_FACTOR',
  'IMPERSONATION_BEGUN',
  'IMPERSONATION_ENDED',
  'DATA_OPENED',
];

export const accessPerson = ({ person }: AccessEntry): string => person.name ?? person.id;

const PersonLink = ({ line }: { readonly line: AccessEntry }) => (
  <Named name={line.person.name}>
    <Link
      to="/admin-root/platform-settings/access"
      search={{ personId: line.person.id }}
      className="font-medium text-ink hover:text-accent hover:underline"
    >
      {accessPerson(line)}
    </Link>
  </Named>
);

const KindBadge = ({ kind }: Pick<AccessEntry, 'kind'>) => {
  const texts = useAccessLogTexts();
  const isFailure = kind === 'SIGN_IN_FAILED' || kind === 'SIGN_IN_SUSPENDED';
  return <Badge tone={isFailure ? 'negative' : 'neutral'}>{texts.kinds[kind]}</Badge>;
};

/** Whether the log links to sales: only for users who may open them. */
export const SalesAreOpen = createContext(false);

/** Values of `opened` with which `recordId` is the id of a sale. */
const SALE_OPENINGS: readonly unknown[] = ['SALE', 'SALE_AUDIT', 'SALE_REPLAY', 'SUBJECT_EXPORT'];

const Details = ({ line }: { readonly line: AccessEntry }) => {
  const texts = useAccessLogTexts();
  const { dateTime } = useFormats();
  const salesAreOpen = use(SalesAreOpen);
  const { opened, recordId, failures, isKnownDevice, cause, change, other, until, reason, by } =
    line;
  const parts = [
    opened !== null && translateCode(texts.openings, opened),
    failures !== null && failures > 0 && texts.failures(failures),
    isKnownDevice === false && texts.newDevice,
    cause !== null && translateCode(texts.causes, cause),
    change !== null && translateCode(texts.changes, change),
    by !== null && texts.by(by),
    other !== null && texts.other[other.kind](other.name ?? other.id),
    until !== null && texts.until(dateTime(until)),
    reason !== null && `“${reason}”`,
  ].filter((text) => text !== false);
  return (
    <span className="inline-flex flex-wrap gap-x-2">
      {parts.join(' · ') || '—'}
      {salesAreOpen && recordId !== null && SALE_OPENINGS.includes(opened) && (
        <Link
          to="/admin-root/manage-sales"
          search={{ open: recordId }}
          className="text-xs font-medium text-accent hover:underline"
        >
          {texts.seeSale}
        </Link>
      )}
    </span>
  );
};

export const accessColumns = (
  { access }: BackofficeTexts,
  formats: Formats,
): readonly Column<AccessEntry>[] => [
  { id: 'at', header: access.at, cell: ({ at }) => formats.dateTime(at) },
  { id: 'person', header: access.person, cell: (line) => <PersonLink line={line} /> },
  { id: 'kind', header: access.what, cell: ({ kind }) => <KindBadge kind={kind} /> },
  { id: 'details', header: access.details, cell: (line) => <Details line={line} /> },
  { id: 'address', header: access.address, cell: ({ address }) => address ?? '—' },
];

export const AccessItem = ({ row }: { readonly row: AccessEntry }) => {
  const { dateTime } = useFormats();
  return (
    <div className="grid gap-1">
      <div className="flex items-start justify-between gap-3">
        <PersonLink line={row} />
        <KindBadge kind={row.kind} />
      </div>
      <div className="text-xs text-ink-faint">
        {dateTime(row.at)} · {row.address ?? '—'}
      </div>
      <Details line={row} />
    </div>
  );
};

export const AccessFilters = ({ search, onSearch }: SearchProps<AccessSearch>) => {
  const texts = useAccessLogTexts();
  return (
    <>
      <Select<Kind>
        label={texts.filter}
        value={search.kind ?? null}
        options={[
          { value: null, label: texts.all },
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
