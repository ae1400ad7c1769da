import type { OwnSeller } from '#/api/contract/manager.ts';
import type { PortfolioTexts } from '#/web/i18n/pt-br/people/portfolio.ts';
import { Named } from '#/web/ui/avatar.tsx';
import { Badge, type Tone } from '#/web/ui/badge.tsx';
import type { Column } from '#/web/ui/blocks/column.ts';
import { useFormats, type Formats } from '#/web/ui/hooks/use-formats.ts';
import { Change } from './change.tsx';
import { ownSellerName } from './portfolio-queries.ts';
import { usePortfolioTexts } from './portfolio-texts.ts';

const REVIEW_TONES = {
  INCOMPLETE: 'neutral',
  WAITING: 'warning',
  REJECTED: 'negative',
  APPROVED: 'positive',
} as const satisfies Record<OwnSeller['review'], Tone>;

export const Review = ({ review }: Pick<OwnSeller, 'review'>) => {
  const { reviews } = usePortfolioTexts();
  return <Badge tone={REVIEW_TONES[review]}>{reviews[review]}</Badge>;
};

export const Status = ({ status }: Pick<OwnSeller, 'status'>) => {
  const { statuses } = usePortfolioTexts();
  return <Badge tone={status === 'ACTIVE' ? 'positive' : 'negative'}>{statuses[status]}</Badge>;
};

const Seller = ({ row }: { readonly row: OwnSeller }) => (
  <Named name={row.name}>
    <span className="font-medium">{ownSellerName(row)}</span>
  </Named>
);

export const ownSellersColumns = (
  texts: PortfolioTexts,
  { day, money }: Formats,
): readonly Column<OwnSeller>[] => [
  { id: 'seller', header: texts.seller, cell: (row) => <Seller row={row} /> },
  { id: 'status', header: texts.status, cell: (row) => <Status {...row} /> },
  { id: 'review', header: texts.review, cell: (row) => <Review {...row} /> },
  { id: 'volume', header: texts.volume, isFigure: true, cell: ({ volume }) => money(volume) },
  { id: 'before', header: texts.before, isFigure: true, cell: ({ before }) => money(before) },
  {
    id: 'change',
    header: texts.change,
    isFigure: true,
    cell: ({ volume, before }) => <Change now={volume} before={before} none="—" />,
  },
  {
    id: 'last-sale',
    header: texts.lastSale,
    cell: ({ lastSaleOn }) => (lastSaleOn === null ? '—' : day(lastSaleOn)),
  },
];

export const OwnSellerItem = ({ row }: { readonly row: OwnSeller }) => {
  const texts = usePortfolioTexts();
  const { day, money } = useFormats();
  const { lastSaleOn, volume, before } = row;
  const last = lastSaleOn === null ? texts.neverSold : `${texts.lastSale}: ${day(lastSaleOn)}`;
  return (
    <div className="grid gap-1">
      <div className="flex items-start justify-between gap-3">
        <span className="min-w-0 break-words">
          <Seller row={row} />
        </span>
        <Status {...row} />
      </div>
      <div className="flex flex-wrap items-center gap-x-2">
        <span className="font-medium tabular-nums">{money(volume)}</span>
        <Change now={volume} before={before} none="" />
      </div>
      <div className="flex flex-wrap items-center gap-x-2 text-xs text-ink-faint">
        <Review {...row} />
        {last}
      </div>
    </div>
  );
};
