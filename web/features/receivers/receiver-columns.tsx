import { Link } from '@tanstack/react-router';
import { Named } from '#/web/ui/avatar.tsx';
import { Badge, type Tone } from '#/web/ui/badge.tsx';
import type { Column } from '#/web/ui/blocks/column.ts';
import type { SearchProps } from '#/web/ui/blocks/page-definition.ts';
import { ROW_LINK, ROW_LINK_CLASS } from '#/web/ui/blocks/row-link.ts';
import { Select } from '#/web/ui/fields/select.tsx';
import { useFormats, type Formats } from '#/web/ui/hooks/use-formats.ts';
import type { BackofficeTexts } from '#/web/i18n/pt-br/backoffice.ts';
import { useTexts } from '#/web/i18n/texts.ts';
import { RegistrationBadge } from './receiver-badges.tsx';
import type { ListedReceiver, ReceiversSearch, Review } from './receiver-queries.ts';
import { useReviewTexts } from './review-texts.ts';

export const receiverName = ({ sellerName, sellerId }: ListedReceiver): string =>
  sellerName ?? sellerId;

const ReceiverLink = ({ receiver }: { readonly receiver: ListedReceiver }) => (
  <Named name={receiver.sellerName}>
    <Link
      {...ROW_LINK}
      to="/admin-root/document-validation"
      search={{ seller: receiver.sellerId }}
      className={`font-medium text-ink hover:text-accent hover:underline ${ROW_LINK_CLASS}`}
    >
      {receiverName(receiver)}
    </Link>
  </Named>
);

const REVIEW_TONES = {
  INCOMPLETE: 'neutral',
  WAITING: 'warning',
  REJECTED: 'negative',
  APPROVED: 'positive',
} as const satisfies Record<Review, Tone>;

const ReviewBadge = ({ review }: { readonly review: Review }) => (
  <Badge tone={REVIEW_TONES[review]}>{useReviewTexts().reviews[review]}</Badge>
);

const Registrations = ({ registrations }: Pick<ListedReceiver, 'registrations'>) => (
  <span className="flex flex-wrap gap-2">
    {registrations.map(({ provider, label, status }) => (
      <span key={provider} className="inline-flex items-center gap-1">
        {label} <RegistrationBadge status={status} />
      </span>
    ))}
    {registrations.length === 0 && '—'}
  </span>
);

export const receiverColumns = (
  { documentValidation: texts }: BackofficeTexts,
  formats: Formats,
): readonly Column<ListedReceiver>[] => [
  { id: 'seller', header: texts.seller, cell: (row) => <ReceiverLink receiver={row} /> },
  { id: 'type', header: texts.type, cell: ({ documentType }) => documentType ?? '—' },
  { id: 'review', header: texts.review, cell: ({ review }) => <ReviewBadge review={review} /> },
  {
    id: 'waiting',
    header: texts.waiting,
    isFigure: true,
    cell: ({ waiting }) => formats.count(waiting),
  },
  {
    id: 'registrations',
    header: texts.registrations,
    cell: (row) => <Registrations registrations={row.registrations} />,
  },
  { id: 'changed', header: texts.changed, cell: ({ changedAt }) => formats.date(changedAt) },
];

export const ReceiverItem = ({ row }: { readonly row: ListedReceiver }) => {
  const { date } = useFormats();
  return (
    <div className="grid gap-1">
      <div className="flex items-start justify-between gap-3">
        <ReceiverLink receiver={row} />
        <ReviewBadge review={row.review} />
      </div>
      <div className="text-xs text-ink-faint">{date(row.changedAt)}</div>
      {row.registrations.length > 0 && <Registrations registrations={row.registrations} />}
    </div>
  );
};

const REVIEWS: readonly Review[] = ['WAITING', 'REJECTED', 'INCOMPLETE', 'APPROVED'];

export const ReceiverFilters = ({ search, onSearch }: SearchProps<ReceiversSearch>) => {
  const { documentValidation: texts } = useTexts();
  const { reviews } = useReviewTexts();
  return (
    <Select<Review>
      label={texts.filter}
      value={search.review ?? null}
      options={[
        { value: null, label: texts.all },
        ...REVIEWS.map((value) => ({ value, label: reviews[value] })),
      ]}
      onChange={(review) => onSearch({ review: review ?? undefined })}
      className="w-fit min-w-52"
    />
  );
};
