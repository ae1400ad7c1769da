import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import * as z from 'zod/mini';
import type { MailLine } from '#/api/contract/mail.ts';
import { definePage } from '#/web/backoffice/define-page.ts';
import {
  mailColumns,
  MailFilters,
  MailItem,
  mailPerson,
} from '#/web/features/mail/mail-columns.tsx';
import { mailsQuery, type MailSearch } from '#/web/features/mail/mail-queries.ts';
import { useAlive } from '#/web/ui/hooks/use-alive.ts';

// Lazy: below the first screenful.
const ServicesSection = lazy(() => import('#/web/features/services/services-section.tsx'));

const Mails = definePage<MailLine, MailSearch>({
  key: 'mails',
  title: ({ mails }) => mails.title,
  note: ({ mails }) => mails.note,
  query: mailsQuery,
  columns: mailColumns,
  Item: MailItem,
  rowId: ({ mailId }) => mailId,
  rowName: mailPerson,
  Filters: MailFilters,
  isFiltered: ({ status }) => status !== undefined,
  noFilter: {},
  empty: ({ mails }) => ({ title: mails.emptyTitle, text: mails.emptyText }),
});

const Screen = () => {
  const navigate = Route.useNavigate();
  const isAlive = useAlive();
  return (
    <>
      <Mails search={Route.useSearch()} onSearch={(search) => void navigate({ search })} />
      {isAlive && (
        <Suspense>
          <ServicesSection />
        </Suspense>
      )}
    </>
  );
};

const status = z.enum(['WAITING', 'ACCEPTED', 'FAILED', 'BOUNCED', 'WITHHELD']);

export const Route = createFileRoute('/admin-root/integrations')({
  validateSearch: z.object({
    cursor: z.catch(z.optional(z.string()), undefined),
    status: z.catch(z.optional(status), undefined),
  }),
  component: Screen,
});
