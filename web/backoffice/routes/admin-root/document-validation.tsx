import { createFileRoute, Link } from '@tanstack/react-router';
import * as z from 'zod/mini';
import {
  ReceiverFilters,
  ReceiverItem,
  receiverColumns,
  receiverName,
} from '#/web/features/receivers/receiver-columns.tsx';
import {
  receiversQuery,
  type ListedReceiver,
  type ReceiversSearch,
} from '#/web/features/receivers/receiver-queries.ts';
import { ReceiverReview } from '#/web/features/receivers/receiver-review.tsx';
import { mayDo } from '#/web/features/session/access.ts';
import { useStaffSession } from '#/web/backoffice/use-staff-session.ts';
import { useReviewTexts } from '#/web/features/receivers/review-texts.ts';
import { definePage } from '#/web/backoffice/define-page.ts';
import { buttonClass } from '#/web/ui/button.tsx';

const DocumentValidation = definePage<ListedReceiver, ReceiversSearch>({
  key: 'document-validation',
  title: ({ documentValidation }) => documentValidation.title,
  note: ({ documentValidation }) => documentValidation.note,
  query: receiversQuery,
  columns: receiverColumns,
  Item: ReceiverItem,
  rowId: ({ sellerId }) => sellerId,
  rowName: receiverName,
  Filters: ReceiverFilters,
  isFiltered: ({ review }) => review !== undefined,
  noFilter: {},
  empty: ({ documentValidation }) => ({
    title: documentValidation.emptyTitle,
    text: documentValidation.emptyText,
  }),
});

const Screen = () => {
  const navigate = Route.useNavigate();
  const { back } = useReviewTexts();
  const session = useStaffSession();
  const mayRegister = mayDo(session, 'admin.registerReceiver');
  const mayOpenCases = mayDo(session, 'admin.listInvestigations');
  const { seller, ...search } = Route.useSearch();
  if (seller === undefined) {
    return (
      <DocumentValidation search={search} onSearch={(next) => void navigate({ search: next })} />
    );
  }
  return (
    <ReceiverReview
      key={seller}
      sellerId={seller}
      mayRegister={mayRegister}
      mayOpenCases={mayOpenCases}
      back={
        <Link to="/admin-root/document-validation" className={buttonClass()}>
          {back}
        </Link>
      }
    />
  );
};

const review = z.enum(['INCOMPLETE', 'WAITING', 'REJECTED', 'APPROVED']);

export const Route = createFileRoute('/admin-root/document-validation')({
  validateSearch: z.object({
    cursor: z.catch(z.optional(z.string()), undefined),
    review: z.catch(z.optional(review), undefined),
    seller: z.catch(z.optional(z.string()), undefined),
  }),
  component: Screen,
});
