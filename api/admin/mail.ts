import { readFresh } from '#/api/reads/freshness.ts';
import { readPage } from '#/api/http/paging.ts';
import type { ProceduresOf } from '#/api/http/procedure.ts';
import { writtenAt } from '#/api/http/written-at.ts';
import { releaseMailbox } from '#/api/mail/release-mailbox.ts';
import { requestTestMail } from '#/api/mail/test-mail.ts';
import { sellerNames } from '#/api/people/seller-names.ts';
import { managerNames, staffNames } from '#/api/people/staff-names.ts';
import { listMails, suppressedAmong, type MailRow } from '#/projections/mails.ts';

export const mailProcedures: Pick<
  ProceduresOf<'admin'>,
  'admin.getMail' | 'admin.listMails' | 'admin.releaseMailbox' | 'admin.sendTestMail'
> = {
  'admin.getMail': async (_input, { services: { mail } }) => mail.destination,

  'admin.listMails': async ({ after, cursor, limit, status }, { caller, services }) => {
    const { core } = services;
    const filters = { platformId: caller.platformId, status };
    const { value, position } = await readFresh(services, ['mails'], after, (database) =>
      readPage(() => listMails(database, filters, { limit, cursor })),
    );
    const idsOf = (kind: MailRow['personKind']): readonly string[] =>
      value.items.filter((row) => row.personKind === kind).map(({ personId }) => personId);
    const mailboxes = value.items.flatMap(({ mailbox }) => mailbox ?? []);
    const [sellers, members, managers, suppressed] = await Promise.all([
      sellerNames(core, idsOf('seller')),
      staffNames(core, idsOf('staff')),
      managerNames(core, idsOf('manager')),
      suppressedAmong(services.database, mailboxes),
    ]);
    const items = value.items.map(
      ({ platformId: _, personKind: kind, personId: id, mailbox, ...row }) => {
        const names = { seller: sellers, staff: members, manager: managers, master: members }[kind];
        const name = names.get(id) ?? null;
        const isMailboxSuppressed = mailbox !== null && suppressed.has(mailbox);
        return { ...row, isMailboxSuppressed, person: { kind, id, name } };
      },
    );
    return { items, nextCursor: value.nextCursor, position };
  },

  'admin.releaseMailbox': async ({ mailId }, { caller, once, services: { core } }) => ({
    position: writtenAt(await once((by) => releaseMailbox(core, caller, mailId, by))),
  }),

  'admin.sendTestMail': async (_input, { caller, once, services: { core } }) => ({
    position: writtenAt(await once((by) => requestTestMail(core, caller, by))),
  }),
};
