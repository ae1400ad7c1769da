import type { StaffCaller } from '#/api/auth/caller.ts';
import type { Services } from '#/api/composition/api-services.ts';
import type { OutputOf, ParsedInputOf } from '#/api/contract/contract.ts';
import { readPage } from '#/api/http/paging.ts';
import { loadPersonNames } from '#/api/people/person-names.ts';
import { readFresh } from '#/api/reads/freshness.ts';
import { listMails as listRows, listSuppressed } from '#/projections/mails.ts';

export const listMails = async (
  services: Services,
  { platformId }: StaffCaller,
  { after, cursor, limit, status }: ParsedInputOf<'admin.listMails'>,
): Promise<OutputOf<'admin.listMails'>> => {
  const { value, position } = await readFresh(services, ['mails'], after, (database) =>
    readPage(() => listRows(database, { platformId, status }, { limit, cursor })),
  );
  const [nameOf, suppressed] = await Promise.all([
    loadPersonNames(
      services.core,
      value.items.map(({ personKind: kind, personId: id }) => ({ kind, id })),
    ),
    listSuppressed(
      services.database,
      value.items.flatMap(({ mailbox }) => mailbox ?? []),
    ),
  ]);
  const items = value.items.map(
    ({ platformId: _, personKind: kind, personId: id, mailbox, ...row }) => {
      const isMailboxSuppressed = mailbox !== null && suppressed.has(mailbox);
      return { ...row, isMailboxSuppressed, person: { kind, id, name: nameOf({ kind, id }) } };
    },
  );
  return { items, nextCursor: value.nextCursor, position };
};
