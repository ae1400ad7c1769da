import pLimit from 'p-limit';
import { loadPersonRecord } from '#/api/auth/person-record.ts';
import type { Core } from '#/api/composition/core.ts';
import { messageIdsOf } from '#/api/mail/message-id.ts';
import { renderMail } from '#/api/mail/render.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { mail } from '#/domain/mail/decider.ts';
import { mailbox } from '#/domain/mailbox/decider.ts';
import type { MailRecipient, MailRequestedData } from '#/domain/mail/events.ts';
import type { MailTransport } from '#/domain/ports/mail.ts';
import type { Contact } from '#/domain/privacy/encrypted.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import { sendMail, type MailAddressee, type MailPorts } from '#/domain/workflows/send-mail.ts';
import { carryOut } from '#/ledger/carry-out.ts';
import { every } from './every.ts';

const SWEEP_MS = 1_000;
/** Most mails begun by a sweep. */
const MOST_AT_ONCE = 100;
/** Mail servers accept few connections from one sender. */
const SIDE_BY_SIDE = 3;

/** Lists the ids of due mails; those that have been due longest come first. */
export type FindDueMails = (now: Timestamp, limit: number) => Promise<readonly string[]>;

type MailCore = Pick<Core, 'handler' | 'dispatch' | 'ports' | 'vault' | 'machine' | 'now'>;

type Records = Pick<MailCore, 'handler' | 'vault'>;

type Addressee = Pick<MailAddressee, 'address' | 'mailbox'>;

/** Undefined if the person has no record, or the address was erased. */
const addresseeOf = async (
  { handler, vault }: Records,
  to: MailRecipient,
): Promise<Addressee | undefined> => {
  const state = await loadPersonRecord({ handler }, to);
  if (state.status === 'ABSENT') return undefined;
  const { contact } = state.details;
  const address = (await vault.decrypt<Contact>(contact))?.email;
  return address === undefined ? undefined : { address, mailbox: contact.subject };
};

/** The address to which a link is sent. It is new, so no record has it yet. Undefined if the link is over. */
const linkedOf = async (
  { vault }: Records,
  platformId: string,
  link: { readonly email: string } | undefined,
): Promise<Addressee | undefined> => {
  if (link === undefined) return undefined;
  const { email } = link;
  return { address: email, mailbox: await vault.subjectFor({ platformId, email }) };
};

const destinationOf =
  (records: Records, linkOf: MailPorts['linkOf']): MailPorts['destinationOf'] =>
  async ({ platformId, to, content }) => {
    const isByLink =
      content.template === 'registration' ||
      content.template === 'seller-invitation' ||
      content.template === 'confirm-new-email';
    const addressee = isByLink
      ? await linkedOf(records, platformId, await linkOf(content.template, content.linkId))
      : await addresseeOf(records, to);
    if (!addressee) return isByLink ? 'link-over' : 'recipient-gone';
    const { handler } = records;
    const { state } = await handler.load(mailbox, streamOf('mailbox', addressee.mailbox));
    return { ...addressee, isSuppressed: state.isSuppressed };
  };

/** Sends mails when they are due. Policies do not send them: a slow mail server would hold up payouts. */
export const startMails = (dependencies: {
  readonly core: MailCore;
  readonly transport: MailTransport | undefined;
  readonly due: FindDueMails;
  readonly linkOf: MailPorts['linkOf'];
  readonly blockUrlOf: MailPorts['blockUrlOf'];
  readonly mailPreferencesOf: MailPorts['mailPreferencesOf'];
  readonly onFailure: (error: unknown) => void;
}) => {
  const { core, transport, due, linkOf, blockUrlOf, mailPreferencesOf, onFailure } = dependencies;
  const { begin, open, newId, now, isClockTrue } = core.ports;
  const ports: MailPorts = {
    begin,
    open,
    newId,
    now,
    transport,
    render: renderMail,
    messageIdOf: messageIdsOf(core.ports),
    destinationOf: destinationOf(core, linkOf),
    linkOf,
    blockUrlOf,
    mailPreferencesOf,
  };
  /** An erasure that ended while the mail was sent did not find it in the outbox. */
  const takeBackIfErased = async (mailId: string, requested: MailRequestedData): Promise<void> => {
    if (transport?.takeBack === undefined) return;
    const destination = await ports.destinationOf(requested);
    if (typeof destination === 'string') await transport.takeBack(mailId);
  };
  const limited = pLimit(SIDE_BY_SIDE);
  const underWay = new Map<string, Promise<void>>();
  let isStopped = false;

  const send = async (mailId: string): Promise<void> => {
    // With a clock that is a month ahead, a deferred mail would be tried again in a month.
    if (isStopped || !isClockTrue()) return;
    const { state } = await core.handler.load(mail, streamOf('mail', mailId));
    if (isStopped || state.status !== 'WAITING' || state.nextAt > now()) return;
    const commands = await sendMail(mailId, state, ports);
    await takeBackIfErased(mailId, state.requested);
    const { platformId: platform } = state.requested;
    const cause = { platform, actor: 'system', correlation: mailId, commandId: core.machine.uuid };
    await carryOut(core.handler, { to: 'mail', id: mailId, commands }, cause);
  };

  const sweeps = every(
    { everyMs: SWEEP_MS, timers: core.machine },
    async () => {
      if (limited.pendingCount > 0) return;
      for (const mailId of await due(core.now(), MOST_AT_ONCE)) {
        if (underWay.has(mailId)) continue;
        const work = limited(() => send(mailId))
          .catch(onFailure)
          .finally(() => underWay.delete(mailId));
        underWay.set(mailId, work);
      }
    },
    onFailure,
  );

  const stop = async (): Promise<void> => {
    isStopped = true;
    await sweeps.stop();
  };

  return {
    /** Begins no more mails, and does not wait for the mail server. */
    stop,
    /** Waits until the outcome of attempts under way is on record, so that these mails are not sent again. */
    finish: async (): Promise<void> => {
      await stop();
      await Promise.all(underWay.values());
    },
  };
};
