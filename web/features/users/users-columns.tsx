import type { ListedSeller } from '#/api/contract/sellers.ts';
import type { UsersTexts } from '#/web/i18n/pt-br/people/users.ts';
import { Named } from '#/web/ui/avatar.tsx';
import { Badge, type Tone } from '#/web/ui/badge.tsx';
import type { Column } from '#/web/ui/blocks/column.ts';
import { useFormats, type Formats } from '#/web/ui/hooks/use-formats.ts';
import { userName } from './users-queries.ts';
import { OldestWait } from './users-waits.tsx';
import { useUsersTexts } from './users-texts.ts';

const REVIEW_TONES = {
  INCOMPLETE: 'neutral',
  WAITING: 'warning',
  REJECTED: 'negative',
  APPROVED: 'positive',
} as const satisfies Record<ListedSeller['review'], Tone>;

export const Review = ({ review }: Pick<ListedSeller, 'review'>) => {
  const { reviews } = useUsersTexts();
  return <Badge tone={REVIEW_TONES[review]}>{reviews[review]}</Badge>;
};

const Seller = ({ seller }: { readonly seller: ListedSeller }) => (
  <Named name={seller.name}>
    <span className="font-medium">{userName(seller)}</span>
  </Named>
);

export const usersColumns = (
  texts: UsersTexts,
  { money, date }: Formats,
): readonly Column<ListedSeller>[] => [
  { id: 'user', header: texts.user, cell: (seller) => <Seller seller={seller} /> },
  { id: 'email', header: texts.email, cell: ({ email }) => email ?? '—' },
  {
    id: 'review',
    header: texts.review,
    cell: (seller) => <Review {...seller} />,
  },
  {
    id: 'waits',
    header: texts.waits.title,
    cell: (seller) => <OldestWait {...seller} none="—" />,
  },
  {
    id: 'available',
    header: texts.available,
    isFigure: true,
    cell: ({ available }) => money(available),
  },
  { id: 'pending', header: texts.pending, isFigure: true, cell: ({ pending }) => money(pending) },
  { id: 'joined', header: texts.joined, cell: ({ joinedAt }) => date(joinedAt) },
];

export const UserItem = ({ row }: { readonly row: ListedSeller }) => {
  const texts = useUsersTexts();
  const { money, date } = useFormats();
  return (
    <div className="grid gap-1">
      <div className="flex items-start justify-between gap-3">
        <span className="min-w-0 break-words">
          <Seller seller={row} />
        </span>
        <Review {...row} />
      </div>
      <div className="text-xs break-words text-ink-muted">{row.email ?? '—'}</div>
      <OldestWait {...row} none={null} />
      <div className="text-xs text-ink-faint">
        {texts.available}: {money(row.available)} · {texts.joined} {date(row.joinedAt)}
      </div>
    </div>
  );
};
