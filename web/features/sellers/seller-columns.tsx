import { Link } from '@tanstack/react-router';
import type { NegativeSeller, SellerRevenue } from '#/api/contract/admin.ts';
import type { BackofficeTexts } from '#/web/i18n/pt-br/backoffice.ts';
import { Named } from '#/web/ui/avatar.tsx';
import { Badge } from '#/web/ui/badge.tsx';
import type { Column } from '#/web/ui/blocks/column.ts';
import { ABOVE_ROW, ROW_LINK, ROW_LINK_CLASS } from '#/web/ui/blocks/row-link.ts';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import type { Formats } from '#/web/ui/hooks/use-formats.ts';
import { useTexts } from '#/web/i18n/texts.ts';
import { revenueAmounts } from './seller-revenue.ts';

interface Seller {
  readonly sellerId: string;
  readonly sellerName: string | null;
}

export const sellerName = (seller: Seller): string => seller.sellerName ?? seller.sellerId;

const SellerLink = ({ seller }: { readonly seller: Seller }) => (
  <Named name={seller.sellerName}>
    <Link
      {...ROW_LINK}
      to="/admin-root/manage-sales"
      search={{ sellerId: seller.sellerId }}
      className={`font-medium text-ink hover:text-accent hover:underline ${ROW_LINK_CLASS}`}
    >
      {sellerName(seller)}
    </Link>
  </Named>
);

const CauseLink = ({ seller }: { readonly seller: NegativeSeller }) => {
  const { sellers } = useTexts();
  if (seller.cause === null) return '—';
  return (
    <span className="inline-flex items-center gap-2">
      <Badge tone="negative">{sellers.causes[seller.cause]}</Badge>
      {seller.causePaymentId !== null && (
        <Link
          to="/admin-root/manage-sales"
          search={{ open: seller.causePaymentId }}
          className={`text-xs font-medium text-accent hover:underline ${ABOVE_ROW}`}
        >
          {sellers.seePayment}
        </Link>
      )}
    </span>
  );
};

export const negativeSellerColumns = (
  { sellers }: BackofficeTexts,
  formats: Formats,
): readonly Column<NegativeSeller>[] => [
  { id: 'seller', header: sellers.seller, cell: (seller) => <SellerLink seller={seller} /> },
  { id: 'cause', header: sellers.cause, cell: (seller) => <CauseLink seller={seller} /> },
  {
    id: 'since',
    header: sellers.since,
    cell: ({ negativeSince }) => (negativeSince === null ? '—' : formats.date(negativeSince)),
  },
  {
    id: 'pending',
    header: sellers.pending,
    isFigure: true,
    cell: ({ pending }) => <span className="text-ink-muted">{formats.money(pending)}</span>,
  },
  {
    id: 'available',
    header: sellers.available,
    isFigure: true,
    cell: ({ available }) => (
      <span className="font-medium text-negative">{formats.money(available)}</span>
    ),
  },
];

export const sellerRevenueColumns = (
  { sellers }: BackofficeTexts,
  formats: Formats,
): readonly Column<SellerRevenue>[] => [
  { id: 'seller', header: sellers.seller, cell: (seller) => <SellerLink seller={seller} /> },
  { id: 'count', header: sellers.sales, isFigure: true, cell: ({ count }) => formats.count(count) },
  {
    id: 'fees',
    header: sellers.fees,
    isFigure: true,
    cell: (row) => <span className="text-ink-muted">{revenueAmounts(row, formats).fees}</span>,
  },
  {
    id: 'refunded',
    header: sellers.refunded,
    isFigure: true,
    cell: (row) => <span className="text-ink-muted">{revenueAmounts(row, formats).refunded}</span>,
  },
  {
    id: 'gross',
    header: sellers.gross,
    isFigure: true,
    cell: (row) => <span className="font-medium">{revenueAmounts(row, formats).gross}</span>,
  },
];

export const NegativeSellerItem = ({ row }: { readonly row: NegativeSeller }) => {
  const { money } = useFormats();
  return (
    <div className="flex items-start justify-between gap-3">
      <div className="grid gap-1">
        <SellerLink seller={row} />
        <CauseLink seller={row} />
      </div>
      <p className="font-medium text-negative tabular-nums">{money(row.available)}</p>
    </div>
  );
};

export const SellerRevenueItem = ({ row }: { readonly row: SellerRevenue }) => {
  const { dashboard, sellers } = useTexts();
  const { fees, gross } = revenueAmounts(row, useFormats());
  return (
    <div className="flex items-start justify-between gap-3">
      <div className="grid gap-0.5">
        <SellerLink seller={row} />
        <p className="text-xs text-ink-faint">
          {dashboard.sales(row.count)} · {sellers.fees} {fees}
        </p>
      </div>
      <p className="font-medium tabular-nums">{gross}</p>
    </div>
  );
};
