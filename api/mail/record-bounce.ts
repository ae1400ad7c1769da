import type { Core } from '#/api/composition/core.ts';
import { isSameText } from '#/api/http/same-text.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { mail } from '#/domain/mail/decider.ts';
import type { Bounce } from '#/domain/ports/mail.ts';
import { explanationForRecord } from '#/domain/privacy/personal-text.ts';
import { messageIdsOf } from './message-id.ts';

type BounceCore = Pick<Core, 'handler' | 'vault' | 'machine' | 'ports' | 'now'>;

const findSentMail = async ({ handler, ports }: BounceCore, messageIds: readonly string[]) => {
  const messageIdOf = messageIdsOf(ports);
  for (const messageId of messageIds) {
    const [mailId = ''] = messageId.split('.', 1);
    if (!isSameText(messageId, messageIdOf(mailId))) continue;
    const { state } = await handler.load(mail, streamOf('mail', mailId));
    if (state.status === 'NONE' || state.attempt === null) continue;
    return { mailId, platformId: state.requested.platformId, mailboxes: state.mailboxes };
  }
  return undefined;
};

/**
 * Records that a mail bounced. The event names a mailbox only if we sent the mail to it; a report may also be about a mailbox to which the
 * mail was forwarded.
 * @returns whether the report states a failure of a mail of ours
 */
export const recordBounce = async (
  core: BounceCore,
  { messageIds, failures }: Bounce,
): Promise<boolean> => {
  const sentMail = await findSentMail(core, messageIds);
  if (!sentMail) return false;
  const { mailId, platformId, mailboxes } = sentMail;
  const recipients = await Promise.all(
    failures.map(async (failure) => {
      const people = await core.vault.find({ platformId, email: failure.recipient });
      return { ...failure, mailbox: people.find((each) => mailboxes.has(each)) ?? null };
    }),
  );
  const failure = recipients.find(({ mailbox }) => mailbox !== null) ?? recipients[0];
  if (!failure) return false;
  const { status, mailbox, text, addresses } = failure;
  const command = {
    type: 'RecordBounced',
    status,
    mailbox,
    text: explanationForRecord(text, { known: addresses }),
    now: core.now(),
  } as const;
  const commandId = core.machine.uuid();
  const context = {
    commandId,
    platform: platformId,
    actor: 'system',
    correlation: mailId,
  } as const;
  await core.handler.handle(mail, streamOf('mail', mailId), command, context);
  return true;
};
