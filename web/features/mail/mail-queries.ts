import { queryOptions } from '@tanstack/react-query';
import type { InputOf } from '#/api/contract/contract.ts';
import type { MailLine } from '#/api/contract/mail.ts';
import { newestPosition } from '#/web/lib/own-writes.ts';
import { query } from '#/web/lib/rpc.ts';
import type { TableSearch } from '#/web/ui/blocks/page-definition.ts';

export type MailSearch = TableSearch & Pick<InputOf<'admin.listMails'>, 'status'>;

const POLL_MILLISECONDS = 2_000;

/** The list is polled while a mail waits for its first or second attempt. */
const isAboutToBeSent = ({ status, attempts }: MailLine): boolean =>
  status === 'WAITING' && attempts <= 1;

interface MailsQuery {
  readonly state: { readonly data?: { readonly items: readonly MailLine[] } | undefined };
}

export const mailsQuery = ({ cursor, status }: MailSearch) => ({
  queryKey: ['mails', status, cursor],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    query('admin.listMails', { cursor, status, after: newestPosition() }, { signal }),
  refetchInterval: ({ state: { data } }: MailsQuery) =>
    data?.items.some(isAboutToBeSent) ? POLL_MILLISECONDS : false,
});

/** Mails to masters, and administrators' invitations. */
export const installationMailsQuery = ({ cursor, status }: MailSearch) => ({
  ...mailsQuery({ cursor, status }),
  queryKey: ['installation-mails', status, cursor],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    query('master.listMails', { cursor, status, after: newestPosition() }, { signal }),
});

export const installationMailQuery = queryOptions({
  queryKey: ['installation-mail'],
  queryFn: ({ signal }) => query('master.getMail', {}, { signal }),
});

export const mailQuery = queryOptions({
  queryKey: ['mail'],
  queryFn: ({ signal }) => query('admin.getMail', {}, { signal }),
});
