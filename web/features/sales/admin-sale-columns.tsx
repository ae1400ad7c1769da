import type { OutputOf } from '#/api/contract/contract.ts';
import type { BackofficeTexts } from '#/web/i18n/pt-br/backoffice.ts';
import type { Column } from '#/web/ui/blocks/column.ts';
import type { Formats } from '#/web/ui/formats.ts';
import { saleColumns } from './sale-columns.tsx';

export type AdminSale = OutputOf<'admin.listSales'>['items'][number];

/** A seller's columns and whose sale it is. */
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
    ...others,
    {
      id: 'provider',
      header: texts.sales.provider,
      isExtra: true,
      cell: ({ provider }) => provider,
    },
  ];
};
