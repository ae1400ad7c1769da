import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import {
  NegativeSellerItem,
  negativeSellerColumns,
  sellerName,
} from '#/web/features/sellers/seller-columns.tsx';
import { negativeSellersQuery } from '#/web/features/sellers/seller-queries.ts';
import { definePage } from '#/web/backoffice/define-page.ts';

const SellerNegative = definePage({
  key: 'seller-negative',
  title: ({ sellers }) => sellers.negativeTitle,
  note: ({ sellers }) => sellers.negativeText,
  query: negativeSellersQuery,
  columns: negativeSellerColumns,
  Item: NegativeSellerItem,
  rowId: ({ sellerId }) => sellerId,
  rowName: sellerName,
  noFilter: {},
  empty: ({ sellers }) => ({ title: sellers.noNegativeTitle, text: sellers.noNegativeText }),
});

const Screen = () => {
  const navigate = Route.useNavigate();
  return (
    <SellerNegative search={Route.useSearch()} onSearch={(search) => void navigate({ search })} />
  );
};

export const Route = createFileRoute('/admin-root/seller-negative')({
  validateSearch: z.object({ cursor: z.catch(z.optional(z.string()), undefined) }),
  component: Screen,
});
