import { Link } from '@tanstack/react-router';
import type { PlatformLine } from '#/api/contract/master.ts';
import type { PlatformsTexts } from '#/web/i18n/pt-br/people/platforms.ts';
import { Badge } from '#/web/ui/badge.tsx';
import type { Column } from '#/web/ui/blocks/column.ts';
import { ROW_LINK, ROW_LINK_CLASS } from '#/web/ui/blocks/row-link.ts';
import { useFormats, type Formats } from '#/web/ui/hooks/use-formats.ts';
import { usePlatformsTexts } from './platforms-texts.ts';

const PlatformLink = ({ platformId, name }: Pick<PlatformLine, 'platformId' | 'name'>) => (
  <Link
    to="/master-root/platforms/$platformId"
    params={{ platformId }}
    {...ROW_LINK}
    className={`font-medium text-ink hover:text-accent hover:underline ${ROW_LINK_CLASS}`}
  >
    {name}
  </Link>
);

export const PlatformStatus = ({ status }: Pick<PlatformLine, 'status'>) => {
  const { statuses } = usePlatformsTexts();
  return <Badge tone={status === 'ACTIVE' ? 'positive' : 'negative'}>{statuses[status]}</Badge>;
};

export const platformsColumns = (
  texts: PlatformsTexts,
  { date, money }: Formats,
): readonly Column<PlatformLine>[] => [
  { id: 'name', header: texts.name, cell: (line) => <PlatformLink {...line} /> },
  { id: 'id', header: texts.id, cell: ({ platformId }) => platformId },
  { id: 'status', header: texts.status, cell: (line) => <PlatformStatus {...line} /> },
  { id: 'sellers', header: texts.sellers, isFigure: true, cell: ({ sellers }) => sellers },
  {
    id: 'administrators',
    header: texts.administrators,
    isFigure: true,
    cell: ({ administrators }) => administrators,
  },
  { id: 'volume', header: texts.volume, isFigure: true, cell: ({ volume }) => money(volume) },
  { id: 'created', header: texts.created, cell: ({ createdAt }) => date(createdAt) },
];

export const PlatformItem = ({ row }: { readonly row: PlatformLine }) => {
  const texts = usePlatformsTexts();
  const { date, money } = useFormats();
  return (
    <div className="grid gap-1">
      <div className="flex items-start justify-between gap-3">
        <span className="min-w-0 break-words">
          <PlatformLink {...row} />
        </span>
        <PlatformStatus {...row} />
      </div>
      <div className="text-xs break-words text-ink-muted">{row.platformId}</div>
      <div className="text-xs text-ink-faint">
        {texts.sellers}: {row.sellers} · {texts.administrators}: {row.administrators} ·{' '}
        {texts.volume}: {money(row.volume)} · {date(row.createdAt)}
      </div>
    </div>
  );
};
