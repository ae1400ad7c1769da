import type { OutputOf } from '#/api/contract/contract.ts';
import type { BackofficeTexts } from '#/web/i18n/pt-br/backoffice.ts';
import type { Column } from '#/web/ui/blocks/column.ts';
import type { Formats } from '#/web/ui/hooks/use-formats.ts';
import { saleColumns } from './sale-columns.tsx';

export type AdminSale = OutputOf<'admin.listSales'>['items'][number];

/** The columns of `saleColumns`, with seller and acquirer. */
export const adminSaleColumns = (
  texts: BackofficeTexts,
  formats: Formats,
): readonly Column<AdminSale>[] => {
  const [title, ...others] = saleColumns(texts, formats);
  return [
    ...(title ? [title] : []),
    {
      id: 'seller',
      header: texts.sales.seller,
      cell: ({ sellerName, sellerId }) => sellerName ?? sellerId,
    },
    // The seller takes one column's room, so `net` is hidden at first.
    ...others.map((column) => (column.id === 'net' ? { ...column, isExtra: true } : column)),
    {
      id: 'provider',
      header: texts.sales.provider,
      isExtra: true,
      cell: ({ providerLabel }) => providerLabel,
    },
  ];
};
