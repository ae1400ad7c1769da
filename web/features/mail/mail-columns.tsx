import { use } from 'react';
import type { MailLine } from '#/api/contract/mail.ts';
import { translateCode } from '#/web/i18n/texts.ts';
import type { BackofficeTexts } from '#/web/i18n/pt-br/backoffice.ts';
import { Named } from '#/web/ui/avatar.tsx';
import { Badge, type Tone } from '#/web/ui/badge.tsx';
import type { Column } from '#/web/ui/blocks/column.ts';
import type { SearchProps } from '#/web/ui/blocks/page-definition.ts';
import { Select } from '#/web/ui/fields/select.tsx';
import { useFormats, type Formats } from '#/web/ui/hooks/use-formats.ts';
import { MailArea } from './mail-area.ts';
import { MailDestination } from './mail-destination.tsx';
import type { MailSearch } from './mail-queries.ts';
import { useMailTexts } from './mail-texts.ts';
import { ReleaseMailbox } from './release-mailbox.tsx';

type Status = MailLine['status'];

const TONES: Readonly<Record<Status, Tone>> = {
  WAITING: 'warning',
  ACCEPTED: 'positive',
  FAILED: 'negative',
  BOUNCED: 'negative',
  WITHHELD: 'neutral',
};
const STATUSES: readonly Status[] = ['WAITING', 'ACCEPTED', 'FAILED', 'BOUNCED', 'WITHHELD'];

export const mailPerson = ({ person }: MailLine): string => person.name ?? person.id;

const Person = ({ row }: { readonly row: MailLine }) => (
  <Named name={row.person.name}>{mailPerson(row)}</Named>
);

const StatusBadge = ({ status }: Pick<MailLine, 'status'>) => {
  const texts = useMailTexts();
  return <Badge tone={TONES[status]}>{texts.statuses[status]}</Badge>;
};

const Template = ({ template }: Pick<MailLine, 'template'>) => useMailTexts().templates[template];

/** Why a mail was not accepted, how often it was tried, and when it is tried again. */
const Details = ({ row }: { readonly row: MailLine }) => {
  const texts = useMailTexts();
  const { dateTime } = useFormats();
  const isMasters = use(MailArea) === 'master';
  const { person, status, attempts, nextAt, cause, explanation, isMailboxSuppressed } = row;
  const parts = [
    cause !== null && translateCode(texts.causes, cause),
    explanation,
    status === 'WAITING' && attempts > 0 && nextAt !== null && texts.again(dateTime(nextAt)),
    attempts > 1 && texts.attempts(attempts),
    isMailboxSuppressed && texts.suspended,
  ].filter(Boolean);
  const text = parts.join(' · ') || '—';
  // An administrator's mailbox is released by the platform's staff, not by a master.
  const isOfThisArea = !isMasters || person.kind === 'master';
  const mayRelease = isMailboxSuppressed && status !== 'ACCEPTED' && isOfThisArea;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 md:flex-nowrap">
      <span title={text} className="min-w-0 break-words md:truncate">
        {text}
      </span>
      {mayRelease && <ReleaseMailbox mailId={row.mailId} />}
    </div>
  );
};

export const mailColumns = (
  { mails }: BackofficeTexts,
  formats: Formats,
): readonly Column<MailLine>[] => [
  { id: 'at', header: mails.at, cell: ({ requestedAt }) => formats.dateTime(requestedAt) },
  { id: 'person', header: mails.person, cell: (row) => <Person row={row} /> },
  { id: 'template', header: mails.what, cell: ({ template }) => <Template template={template} /> },
  { id: 'status', header: mails.status, cell: ({ status }) => <StatusBadge status={status} /> },
  { id: 'details', header: mails.details, cell: (row) => <Details row={row} /> },
];

export const MailItem = ({ row }: { readonly row: MailLine }) => {
  const { dateTime } = useFormats();
  return (
    <div className="grid gap-1">
      <div className="flex items-start justify-between gap-3">
        <Person row={row} />
        <StatusBadge status={row.status} />
      </div>
      <div className="text-xs text-ink-faint">
        {dateTime(row.requestedAt)} · <Template template={row.template} />
      </div>
      <Details row={row} />
    </div>
  );
};

export const MailStatusFilter = ({ search, onSearch }: SearchProps<MailSearch>) => {
  const texts = useMailTexts();
  return (
    <Select<Status>
      label={texts.filter}
      value={search.status ?? null}
      options={[
        { value: null, label: texts.all },
        ...STATUSES.map((value) => ({ value, label: texts.statuses[value] })),
      ]}
      onChange={(status) => onSearch({ ...search, status: status ?? undefined, cursor: undefined })}
      className="w-fit min-w-52"
    />
  );
};

export const MailFilters = (props: SearchProps<MailSearch>) => (
  <>
    <MailStatusFilter {...props} />
    <MailDestination />
  </>
);
