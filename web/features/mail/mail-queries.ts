import { queryOptions } from '@tanstack/react-query';
import type { InputOf } from '#/api/contract/contract.ts';
import type { MailLine } from '#/api/contract/mail.ts';
import { newestPosition } from '#/web/lib/own-writes.ts';
import { query } from '#/web/lib/rpc.ts';
import type { TableSearch } from '#/web/ui/blocks/page-definition.ts';

export type MailSearch = TableSearch & Pick<InputOf<'admin.listMails'>, 'status'>;

const SOON_MILLISECONDS = 2_000;

const isAboutToLeave = ({ status, attempts }: MailLine): boolean =>
  status === 'WAITING' && attempts <= 1;

interface MailsQuery {
  readonly state: { readonly data?: { readonly items: readonly MailLine[] } | undefined };
}

export const mailsQuery = ({ cursor, status }: MailSearch) => ({
  queryKey: ['mails', status, cursor],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    query('admin.listMails', { cursor, status, after: newestPosition() }, { signal }),
  refetchInterval: ({ state: { data } }: MailsQuery) =>
    data?.items.some(isAboutToLeave) ? SOON_MILLISECONDS : false,
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
