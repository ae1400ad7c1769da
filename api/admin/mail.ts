import type { ProceduresOf } from '#/api/http/procedure.ts';
import { writtenAt } from '#/api/http/written-at.ts';
import { listMails } from '#/api/mail/list-mails.ts';
import { releaseMailbox } from '#/api/mail/release-mailbox.ts';
import { requestTestMail } from '#/api/mail/test-mail.ts';

export const mailProcedures: Pick<
  ProceduresOf<'admin'>,
  'admin.getMail' | 'admin.listMails' | 'admin.releaseMailbox' | 'admin.sendTestMail'
> = {
  'admin.getMail': async (_input, { services: { mail } }) => mail.destination,

  'admin.listMails': (input, { caller, services }) => listMails(services, caller, input),

  'admin.releaseMailbox': async ({ mailId }, { caller, once, services: { core } }) => ({
    position: writtenAt(await once((by) => releaseMailbox(core, caller, mailId, by))),
  }),

  'admin.sendTestMail': async (_input, { caller, once, services: { core } }) => ({
    position: writtenAt(await once((by) => requestTestMail(core, caller, by))),
  }),
};
