import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import type { MailLine } from '#/api/contract/mail.ts';
import { definePage } from '#/web/backoffice/define-page.ts';
import { InstallationMailFilters } from '#/web/features/mail/installation-mail.tsx';
import { MailArea } from '#/web/features/mail/mail-area.ts';
import { mailColumns, MailItem, mailPerson } from '#/web/features/mail/mail-columns.tsx';
import { installationMailsQuery, type MailSearch } from '#/web/features/mail/mail-queries.ts';

const Mails = definePage<MailLine, MailSearch>({
  key: 'installation-mails',
  title: ({ nav }) => nav.mails,
  note: ({ mails }) => mails.installationNote,
  query: installationMailsQuery,
  columns: mailColumns,
  Item: MailItem,
  rowId: ({ mailId }) => mailId,
  rowName: mailPerson,
  Filters: InstallationMailFilters,
  isFiltered: ({ status }) => status !== undefined,
  noFilter: {},
  empty: ({ mails }) => ({ title: mails.emptyTitle, text: mails.installationEmptyText }),
});

const Screen = () => {
  const navigate = Route.useNavigate();
  return (
    <MailArea value="master">
      <Mails search={Route.useSearch()} onSearch={(search) => void navigate({ search })} />
    </MailArea>
  );
};

const status = z.enum(['WAITING', 'ACCEPTED', 'FAILED', 'BOUNCED', 'WITHHELD']);

export const Route = createFileRoute('/master-root/mails')({
  validateSearch: z.object({
    cursor: z.catch(z.optional(z.string()), undefined),
    status: z.catch(z.optional(status), undefined),
  }),
  component: Screen,
});
