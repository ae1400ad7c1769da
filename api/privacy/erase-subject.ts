import { streamOf } from '#/domain/values/ids.ts';
import { dueClasses, subject as subjectDecider, type Subject } from '#/domain/subject/decider.ts';
import { requireTrueClock } from '#/ledger/clock/require-true-clock.ts';
import { derivedId } from '#/ledger/derived-id.ts';
import type { Position } from '#/ledger/event-store.ts';
import type { CommandContext } from '#/ledger/handle-command.ts';
import type { Accounts } from '#/ledger/vault/accounts.ts';
import type { SubjectKey } from '#/ledger/vault/subject-keys.ts';
import { listMailIdsTo } from '#/projections/mails.ts';
import { recordsOf } from '#/projections/subjects.ts';
import { accountsIn } from './accounts-in.ts';
import { endWaits } from './end-waits.ts';
import { forgetReceivers } from './forget-receivers.ts';
import { holdsOf, type PrivacyServices } from './holds.ts';
import { removeBoletoPdfs } from './remove-boleto-pdfs.ts';

interface Person {
  readonly subject: string;
  readonly platformId: string;
}

interface LoadedSubject {
  readonly state: Subject;
  readonly position: Position | undefined;
}

const accountsOf = async (
  { database }: Pick<PrivacyServices, 'database'>,
  subject: string,
): Promise<Accounts> => {
  const records = await recordsOf(database, subject);
  return accountsIn(records);
};

/** Removes the person's mails from the outbox of a demo: they contain the address, and links. */
const removeMails = async (
  { database, mail: { outbox } }: Pick<PrivacyServices, 'database' | 'mail'>,
  accounts: Accounts,
): Promise<void> => {
  if (outbox === undefined) return;
  const mailIds = (await outbox.list()).map(({ mailId }) => mailId);
  await outbox.remove(await listMailIdsTo(database, accounts, mailIds));
};

/** Makes open lists reload, because they show decrypted names. */
const reloadScreens = ({ hub }: PrivacyServices): void =>
  hub.publish(
    ['sales', 'payment', 'platform', 'payouts'].map((kind) => ({ type: 'resync', kind })),
  );

/** Deletes what lies outside the log, and the keys of the data in the log. May be repeated. */
export const eraseOutsideLog = async (
  services: PrivacyServices,
  subject: string,
  classes: readonly SubjectKey['class'][],
): Promise<void> => {
  const hasContact = classes.includes('contact');
  if (hasContact) await services.sessions.erase(await accountsOf(services, subject));
  if (classes.includes('fiscal')) await removeBoletoPdfs(services, subject);
  // A seller's files cannot be read once the key of `contact` is destroyed. They are removed with name and document (`fiscal`).
  if (classes.includes('fiscal')) await forgetReceivers(services, subject);
  await services.core.vault.destroy(classes.map((each) => ({ subject, class: each })));
  // Only after the key is destroyed: before, a mail that is due could still be addressed and reach the outbox.
  if (hasContact) await removeMails(services, await accountsOf(services, subject));
};

/** Erases first and then records it: an interrupted erasure is repeated, but a record before the erasure could be untrue. */
const eraseDue = async (
  services: PrivacyServices,
  { subject, platformId }: Person,
  actor: string,
): Promise<LoadedSubject> => {
  const { handler, now } = services.core;
  const stream = streamOf('subject', subject);
  const before = await handler.load(subjectDecider, stream);
  const classes = dueClasses(before.state);
  if (classes.length === 0) return before;
  await eraseOutsideLog(services, subject, classes);
  if (classes.includes('contact')) await endWaits(services, { subject, platformId });
  const erased = { type: 'RecordErased', platformId, classes, now: now() } as const;
  const done = await handler.handle(subjectDecider, stream, erased, {
    commandId: derivedId('erased', subject, ...classes),
    platform: platformId,
    actor,
    correlation: subject,
  });
  reloadScreens(services);
  return done;
};

/** Erases what no law makes us keep any more. @throws AppendError, also while the clock may be wrong, as too much could be erased */
export const reviewErasure = async (
  services: PrivacyServices,
  person: Person,
  actor: string,
): Promise<LoadedSubject> => {
  const { subject, platformId } = person;
  const { handler, machine, now, ports } = services.core;
  requireTrueClock(ports.isClockTrue);
  const holds = await holdsOf(services, subject);
  const command = { type: 'ReviewErasure', platformId, holds, now: now() } as const;
  await handler.handle(subjectDecider, streamOf('subject', subject), command, {
    commandId: machine.uuid(),
    platform: platformId,
    actor,
    correlation: subject,
  });
  return eraseDue(services, person, actor);
};

/** Records the request, and erases at once what no law makes us keep. @throws as `reviewErasure` */
export const requestErasure = async (
  services: PrivacyServices,
  person: Person,
  context: Omit<CommandContext, 'correlation' | 'platform'> & { readonly reason: string },
): Promise<LoadedSubject> => {
  const { subject, platformId } = person;
  const { handler, now, ports } = services.core;
  requireTrueClock(ports.isClockTrue);
  const holds = await holdsOf(services, subject);
  const command = { type: 'RequestErasure', platformId, holds, now: now() } as const;
  const about = { ...context, platform: platformId, correlation: subject };
  await handler.handle(subjectDecider, streamOf('subject', subject), command, about);
  return reviewErasure(services, person, context.actor);
};
