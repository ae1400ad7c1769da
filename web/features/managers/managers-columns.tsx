import type { ManagerLine } from '#/api/contract/managers.ts';
import type { ManagersTexts } from '#/web/i18n/pt-br/people/managers.ts';
import { Named } from '#/web/ui/avatar.tsx';
import { Badge, type Tone } from '#/web/ui/badge.tsx';
import type { Column } from '#/web/ui/blocks/column.ts';
import { useFormats, type Formats } from '#/web/ui/hooks/use-formats.ts';
import { managerName } from './managers-queries.ts';
import { useManagersTexts } from './managers-texts.ts';

interface OfManager {
  readonly manager: ManagerLine;
}

const TONES = {
  ACTIVE: 'positive',
  INVITED: 'accent',
  EXPIRED: 'warning',
  BLOCKED: 'negative',
} as const satisfies Record<ManagerLine['status'], Tone>;

/** The status; for an invitation also the day on which it ends. */
export const ManagerStatus = ({ manager }: OfManager) => {
  const texts = useManagersTexts();
  const { date } = useFormats();
  const { status, expiresAt } = manager;
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

const Person = ({ manager }: OfManager) => (
  <Named name={manager.name}>
    <span className="font-medium">{managerName(manager)}</span>
  </Named>
);

export const managersColumns = (
  texts: ManagersTexts,
  { count, date, money }: Formats,
): readonly Column<ManagerLine>[] => [
  { id: 'person', header: texts.person, cell: (row) => <Person manager={row} /> },
  { id: 'email', header: texts.email, cell: ({ email }) => email ?? '—' },
  { id: 'status', header: texts.status, cell: (row) => <ManagerStatus manager={row} /> },
  {
    id: 'sellers',
    header: texts.sellers,
    isFigure: true,
    cell: ({ sellers }) => count(sellers),
  },
  { id: 'volume', header: texts.volume, isFigure: true, cell: ({ volume }) => money(volume) },
  {
    id: 'signed-in',
    header: texts.signedIn,
    cell: ({ signedInAt }) => (signedInAt === null ? '—' : date(signedInAt)),
  },
];

export const ManagerItem = ({ row }: { readonly row: ManagerLine }) => {
  const texts = useManagersTexts();
  const { count, money } = useFormats();
  const { name, email, sellers, volume } = row;
  return (
    <div className="grid gap-1">
      <div className="flex items-start justify-between gap-3">
        <span className="min-w-0 break-words">
          <Person manager={row} />
        </span>
        <ManagerStatus manager={row} />
      </div>
      {name !== null && <div className="text-xs break-words text-ink-muted">{email ?? '—'}</div>}
      <div className="text-xs text-ink-faint">
        {texts.sellers}: {count(sellers)} · {texts.volume}: {money(volume)}
      </div>
    </div>
  );
};
