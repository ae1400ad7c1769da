import { NO_MAIL } from '#/api/composition/open-mail.ts';
import { createMemoryOutbox, outboxTransport, type KeptLetter } from '#/api/mail/outbox.ts';
import { startMails } from '#/api/workers/due-mails.ts';
import { mailsDueIn } from '#/projections/mails.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { apiWorld, type ApiWorld } from './api-world.ts';
import { withShortPauses } from './short-pauses.ts';

export interface MailedLink {
  readonly url: string;
  /** The part of the URL after the #. */
  readonly token: string;
}

export interface MailingWorld extends ApiWorld {
  /** Newest first. */
  readonly letters: () => Promise<readonly KeptLetter[]>;
  /** Links in mails to an address: to an invitation, a new password, a registration, a new e-mail or a block. Newest first. */
  readonly linksTo: (email: string) => Promise<readonly MailedLink[]>;
  /** Waits for a mail with such a link. @returns the newest link */
  readonly linkTo: (email: string) => Promise<MailedLink>;
}

export const mailingWorld = async (): Promise<MailingWorld> => {
  const outbox = createMemoryOutbox();
  const transport = outboxTransport(outbox, () => new Date().toISOString());
  const destination = { to: 'outbox', from: null } as const;
  const world = await apiWorld({ mail: { ...NO_MAIL, transport, destination } });
  const { core, database, sessions } = world.services;
  const mails = startMails({
    core: withShortPauses(core),
    transport,
    due: mailsDueIn(database),
    linkOf: sessions.linkOf,
    blockUrlOf: sessions.blocking.urlOf,
    mailPreferencesOf: sessions.preferences.mailPreferencesOf,
    onFailure: (error) => {
      throw error;
    },
  });
  const linksTo = async (email: string): Promise<readonly MailedLink[]> =>
    (await outbox.list())
      .filter(({ to }) => to === email)
      .flatMap(({ text }) => {
        const [url, token] =
          /\S+\/(?:welcome|register|confirm-email|block-access)\S*#(\S+)/.exec(text) ?? [];
        return url === undefined || token === undefined ? [] : [{ url, token }];
      });
  return {
    ...world,
    letters: outbox.list,
    linksTo,
    linkTo: (email) => eventually(async () => (await linksTo(email))[0], `a mail to ${email}`),
    close: async () => {
      await mails.stop();
      await world.close();
    },
  };
};
