import { openAmong } from '#/api/auth/person-record.ts';
import type { Services } from '#/api/composition/api-services.ts';
import type { OutputOf } from '#/api/contract/contract.ts';
import { Rejected } from '#/api/http/problem.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { mail } from '#/domain/mail/decider.ts';
import { isNoticeTemplate } from '#/domain/ports/mail.ts';
import { addSeconds } from '#/domain/values/time.ts';
import { thisMachine } from '#/ledger/machine.ts';
import { BLOCK_LINK_DAYS } from './block-links.ts';

const DAY_SECONDS = 86_400;

type UsedServices = Pick<Services, 'core' | 'sessions'>;

/** Returns the security mail of a link, and its user. @throws Rejected `session/link-over` */
const noticeOf = async ({ core, sessions }: UsedServices, token: string) => {
  const over = new Rejected('session/link-over');
  const mailId = sessions.blocking.mailIdOf(token);
  if (mailId === undefined) throw over;
  const { state } = await core.handler.load(mail, streamOf('mail', mailId));
  if (state.status === 'NONE' || !isNoticeTemplate(state.requested.content.template)) throw over;
  const { to, at } = state.requested;
  if (addSeconds(at, BLOCK_LINK_DAYS * DAY_SECONDS) < core.now()) throw over;
  const people = await sessions.memberships.usersOf(to.kind, [to.personId]);
  const user = await sessions.userOf(people.get(to.personId)?.email ?? '');
  if (!user) throw over;
  return { mailId, email: user.email, template: state.requested.content.template, at };
};

/** Returns what the link of a security mail is about. @throws Rejected `session/link-over` */
export const openBlock = async (
  services: UsedServices,
  token: string,
): Promise<OutputOf<'session.openBlock'>> => {
  const { mailId, ...notice } = await noticeOf(services, token);
  if (await services.sessions.blocking.isUsed(mailId)) throw new Rejected('session/link-over');
  return notice;
};

/** Ends the person's sessions, and replaces their password by a random one. @throws Rejected `session/link-over`, `invitation/in-use` */
export const blockAccess = async (
  { core, sessions, trail }: Services,
  token: string,
  ip: string,
): Promise<void> => {
  const { mailId, email } = await noticeOf({ core, sessions }, token);
  await sessions.blocking.use({ mailId, email }, async () => {
    for (const person of await openAmong(core, await sessions.memberships.of(email))) {
      await trail.record(person, { type: 'RecordSignOut', cause: 'BLOCKED' }, ip);
    }
    // A thief may have asked support for a reset of the second factor.
    await sessions.resets.cancel(email);
    await sessions.emailChanges.cancel(email);
    // A thief who reads the mails may have a recovery link.
    await sessions.recovery.cancel(email);
    const password = thisMachine.bytes(32).toString('base64url');
    await sessions.setPassword({ email, password });
  });
};
