import type { Administrator } from '#/api/contract/master.ts';
import type { AdministratorsTexts } from '#/web/i18n/pt-br/people/administrators.ts';
import { Named } from '#/web/ui/avatar.tsx';
import { Badge, type Tone } from '#/web/ui/badge.tsx';
import type { Column } from '#/web/ui/blocks/column.ts';
import { useFormats, type Formats } from '#/web/ui/hooks/use-formats.ts';
import { administratorName } from './administrators-queries.ts';
import { useAdministratorsTexts } from './administrators-texts.ts';

interface OfAdministrator {
  readonly administrator: Administrator;
}

const TONES = {
  ACTIVE: 'positive',
  INVITED: 'accent',
  EXPIRED: 'warning',
  BLOCKED: 'negative',
} as const satisfies Record<Administrator['status'], Tone>;

/** The status; for an invitation also the day on which it ends. */
export const AdministratorStatus = ({ administrator }: OfAdministrator) => {
  const texts = useAdministratorsTexts();
  const { date } = useFormats();
  const { status, expiresAt } = administrator;
  const ends = {
    INVITED: texts.linkUntil,
    EXPIRED: texts.linkEnded,
    ACTIVE: undefined,
    BLOCKED: undefined,
  } as const;
  const end = ends[status];
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <Badge tone={TONES[status]}>{texts.statuses[status]}</Badge>
      {end !== undefined && expiresAt !== null && (
        <span className="text-xs text-ink-muted">{end(date(expiresAt))}</span>
      )}
    </span>
  );
};

export const Person = ({ administrator }: OfAdministrator) => (
  <Named name={administrator.name}>
    <span className="font-medium">{administratorName(administrator)}</span>
  </Named>
);

export const administratorsColumns = (
  texts: AdministratorsTexts,
  { date }: Formats,
): readonly Column<Administrator>[] => [
  { id: 'person', header: texts.person, cell: (row) => <Person administrator={row} /> },
  { id: 'email', header: texts.email, cell: ({ email }) => email ?? '—' },
  { id: 'platform', header: texts.platform, cell: ({ platformName }) => platformName },
  {
    id: 'status',
    header: texts.status,
    cell: (row) => <AdministratorStatus administrator={row} />,
  },
  {
    id: 'signed-in',
    header: texts.signedIn,
    cell: ({ signedInAt }) => (signedInAt === null ? '—' : date(signedInAt)),
  },
];

export const AdministratorItem = ({ row }: { readonly row: Administrator }) => {
  const texts = useAdministratorsTexts();
  const { dateTime } = useFormats();
  const { name, email, platformName, signedInAt } = row;
  const entry =
    signedInAt === null ? texts.neverSignedIn : `${texts.signedIn}: ${dateTime(signedInAt)}`;
  return (
    <div className="grid gap-1">
      <div className="flex items-start justify-between gap-3">
        <span className="min-w-0 break-words">
          <Person administrator={row} />
        </span>
        <AdministratorStatus administrator={row} />
      </div>
      {name !== null && <div className="text-xs break-words text-ink-muted">{email ?? '—'}</div>}
      <div className="text-xs text-ink-faint">
        {platformName} · {entry}
      </div>
    </div>
  );
};
