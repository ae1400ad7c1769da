import type { ProceduresOf } from '#/api/http/procedure.ts';
import { writtenAt } from '#/api/http/written-at.ts';
import { releaseMailbox } from '#/api/mail/release-mailbox.ts';
import { getInstallation, getMail, listMails } from '#/api/platforms/master/installation.ts';

export const installationProcedures: Pick<
  ProceduresOf<'master'>,
  'master.getInstallation' | 'master.getMail' | 'master.listMails' | 'master.releaseMailbox'
> = {
  'master.getInstallation': (_input, { services }) => getInstallation(services),

  'master.getMail': async (_input, { services }) => getMail(services),

  'master.listMails': (input, { services }) => listMails(services, input),

  'master.releaseMailbox': async ({ mailId }, { caller, once, services: { core } }) => ({
    position: writtenAt(await once((by) => releaseMailbox(core, caller, mailId, by))),
  }),
};
