import type { Caller } from '#/api/auth/caller.ts';
import { findSession } from '#/api/auth/live-session.ts';
import type { Membership } from '#/api/auth/memberships.ts';
import { loadPersonRecord, openAmong } from '#/api/auth/person-record.ts';
import { recordedPersonOf } from '#/api/auth/trail.ts';
import type { Core } from '#/api/composition/core.ts';
import type { Services } from '#/api/composition/api-services.ts';
import type { OutputOf } from '#/api/contract/contract.ts';
import { Rejected, type Language } from '#/api/http/problem.ts';
import { actorOf } from '#/domain/values/actor.ts';
import type { Decider } from '#/domain/aggregates/aggregate.ts';
import type { Contact, Encrypted } from '#/domain/privacy/encrypted.ts';
import type { DomainEvent } from '#/domain/aggregates/events.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { mailbox } from '#/domain/mailbox/decider.ts';
import { manager } from '#/domain/manager/manager.ts';
import { master } from '#/domain/master/master.ts';
import type { RecordCommand, RecordState } from '#/domain/aggregates/record.ts';
import { seller } from '#/domain/seller/seller.ts';
import { staff } from '#/domain/staff/staff.ts';
import type { CommandContext } from '#/ledger/handle-command.ts';
import { NO_ACCOUNTS } from '#/ledger/vault/accounts.ts';
import { mailLink } from './mail-link.ts';

interface Asking {
  readonly caller: Caller;
  readonly cookies: string | undefined;
  readonly language: Language;
}

/** The answer does not show whether the new address has a user. @throws Rejected `email-change/…`, `session/required` */
export const requestEmailChange = async (
  services: Services,
  typed: string,
  { caller, cookies, language }: Asking,
): Promise<void> => {
  const { core, sessions, mail } = services;
  const { userId, user } = await findSession(services, cookies);
  const newEmail = typed.toLowerCase();
  if (newEmail === user.email) throw new Rejected('email-change/same');
  if (mail.destination.to === 'nothing') throw new Rejected('email-change/no-mail');
  const linkId = await sessions.emailChanges.request(userId, { formerEmail: user.email, newEmail });
  if (linkId === undefined) throw new Rejected('email-change/too-many');
  const link = { linkId, to: recordedPersonOf(caller), language, actor: caller.actor };
  await mailLink(core, { ...link, template: 'confirm-former-email' });
  await mailLink(core, { ...link, template: 'confirm-new-email' });
};

export const getEmailChange = async (
  services: Services,
  cookies: string | undefined,
): Promise<OutputOf<'person.getEmailChange'>> => {
  const { userId } = await findSession(services, cookies);
  const change = await services.sessions.emailChanges.ofUser(userId);
  if (change === undefined) return { waiting: null };
  const { newEmail, formerAt, newAt, until } = change;
  const isFormerConfirmed = formerAt !== null;
  const isNewConfirmed = newAt !== null;
  return { waiting: { newEmail, isFormerConfirmed, isNewConfirmed, until } };
};

/** Returns what a link is for, without using it. @throws Rejected `session/link-over` */
export const openEmailChange = async (
  { sessions }: Services,
  token: string,
): Promise<OutputOf<'session.openEmailChange'>> => {
  const { side, newEmail, formerAt, newAt } = await sessions.emailChanges.open(token);
  return {
    side,
    newEmail,
    isConfirmed: (side === 'former' ? formerAt : newAt) !== null,
    isOtherConfirmed: (side === 'former' ? newAt : formerAt) !== null,
  };
};

/** The decider of a record with an e-mail. */
type PersonDecider<Details, Event extends DomainEvent> = Decider<
  RecordCommand<Details>,
  Event,
  RecordState<Details>
>;

/** Resumes suspended mails to the person: the used link shows that mails arrive. */
const resumeMails = async (
  { handler, machine, now }: Core,
  subject: string,
  context: Omit<CommandContext, 'commandId'>,
): Promise<void> => {
  const stream = streamOf('mailbox', subject);
  const { state } = await handler.load(mailbox, stream);
  if (!state.isSuppressed) return;
  const command = { type: 'Release', now: now() } as const;
  await handler.handle(mailbox, stream, command, { ...context, commandId: machine.uuid() });
};

/** Writes the new e-mail, and resumes suspended mails. A repetition completes an interrupted call. */
const reviseContact = async <
  Details extends { readonly contact: Encrypted },
  Event extends DomainEvent,
>(
  core: Core,
  decider: PersonDecider<Details, Event>,
  { kind, personId, platformId }: Membership,
  email: string,
): Promise<void> => {
  const { handler, vault, machine, now } = core;
  const stream = streamOf(kind, personId);
  const { state } = await handler.load(decider, stream);
  if (state.status !== 'ACTIVE') return;
  const { subject } = state.details.contact;
  const current = await vault.decrypt<Contact>(state.details.contact);
  // The person was erased.
  if (current === undefined) return;
  const actor = actorOf(kind, personId);
  const context = { platform: platformId, actor, correlation: personId };
  if (current.email !== email) {
    // The person keeps their subject in the vault, so that an erasure reaches all their data.
    await vault.alsoFindBy(subject, { platformId, email });
    const contact = await vault.encrypt(subject, 'contact', { ...current, email });
    const { revision: basedOn } = state;
    const details = { ...state.details, contact };
    const command = { type: 'Revise', details, basedOn, now: now() } as const;
    await handler.handle(decider, stream, command, { ...context, commandId: machine.uuid() });
  }
  await resumeMails(core, subject, context);
};

const reviseEmail = (core: Core, person: Membership, email: string): Promise<void> => {
  switch (person.kind) {
    case 'staff':
      return reviseContact(core, staff, person, email);
    case 'seller':
      return reviseContact(core, seller, person, email);
    case 'master':
      return reviseContact(core, master, person, email);
    case 'manager':
      return reviseContact(core, manager, person, email);
  }
};

/** Returns the sellers' ids of interrupted registrations, which have not made the seller's record. */
const listBegunSellers = async (
  core: Core,
  memberships: readonly Membership[],
): Promise<readonly string[]> => {
  const sellers = memberships.filter(({ kind }) => kind === 'seller');
  const records = await Promise.all(sellers.map((each) => loadPersonRecord(core, each)));
  return sellers
    .filter((_, index) => records[index]?.status === 'ABSENT')
    .map(({ personId }) => personId);
};

/**
 * Uses the link mailed to the former or to the new address. The second link that is used changes the e-mail.
 * @throws Rejected `session/link-over`, `email-change/taken`, `invitation/in-use`
 */
export const confirmEmailChange = async (
  { core, sessions, trail }: Services,
  token: string,
  ip: string,
): Promise<OutputOf<'session.confirmEmailChange'>> => {
  const isMade = await sessions.emailChanges.confirm(token, async ({ formerEmail, newEmail }) => {
    const memberships = await sessions.memberships.of(formerEmail);
    const begunSellers = await listBegunSellers(core, memberships);
    const people = await openAmong(core, memberships);
    // A blocked record would keep the former e-mail, and get no mail once unblocked.
    if (people.length === 0 || people.length + begunSellers.length < memberships.length)
      throw new Rejected('session/link-over');
    // This event causes a warning mail to the person.
    for (const person of people)
      await trail.record(person, { type: 'RecordSignOut', cause: 'NEW_EMAIL' }, ip);
    for (const person of people) await reviseEmail(core, person, newEmail);
    // A reader of the mails to the former e-mail could otherwise finish the registration in this person's name.
    await sessions.removeMemberships({ ...NO_ACCOUNTS, seller: begunSellers });
  });
  return { isMade };
};
