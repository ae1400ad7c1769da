import { readFresh } from '#/api/reads/freshness.ts';
import { readPage } from '#/api/http/paging.ts';
import type { ProceduresOf } from '#/api/http/procedure.ts';
import { writtenAt } from '#/api/http/written-at.ts';
import { requestTestMail } from '#/api/mail/test-mail.ts';
import { sellerNames } from '#/api/sellers/seller-names.ts';
import { staffNames } from '#/api/staff/staff-names.ts';
import { listMails, type MailRow } from '#/projections/mails.ts';

export const mailProcedures: Pick<
  ProceduresOf<'admin'>,
  'admin.getMail' | 'admin.listMails' | 'admin.sendTestMail'
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
    const [sellers, members] = await Promise.all([
      sellerNames(core, idsOf('seller')),
      staffNames(core, idsOf('staff')),
    ]);
    const items = value.items.map(({ platformId: _, personKind: kind, personId: id, ...row }) => {
      const name = (kind === 'seller' ? sellers : members).get(id) ?? null;
      return { ...row, person: { kind, id, name } };
    });
    return { items, nextCursor: value.nextCursor, position };
  },

  'admin.sendTestMail': async (_input, { caller, once, services: { core } }) => ({
    position: writtenAt(await once((by) => requestTestMail(core, caller, by))),
  }),
};
