import type { Core } from '#/api/composition/core.ts';
import { streamOf } from '#/domain/ids.ts';
import { mail } from '#/domain/mail/decider.ts';
import type { Bounce } from '#/domain/ports/mail.ts';
import { explanationForRecord } from '#/domain/personal-text.ts';

/**
 * Records that a mail could not be delivered. Of a report about another mailbox, to which the person's forwards, only the mail is
 * marked: the person's own mailbox took it. @returns whether it is a mail of ours that had been sent
 */
export const recordBounce = async (
  { handler, vault, machine, now }: Pick<Core, 'handler' | 'vault' | 'machine' | 'now'>,
  { mailId, recipients, status, text }: Bounce,
): Promise<boolean> => {
  const stream = streamOf('mail', mailId);
  const { state } = await handler.load(mail, stream);
  if (state.status === 'NONE' || state.attempt === null) return false;
  const { platformId: platform } = state.requested;
  const { mailbox } = state.attempt;
  const found = await Promise.all(
    recipients.map((email) => vault.find({ platformId: platform, email })),
  );
  const command = {
    type: 'RecordBounced',
    status,
    isOurMailbox: mailbox !== undefined && found.flat().includes(mailbox),
    text: explanationForRecord(text, { known: recipients }),
    now: now(),
  } as const;
  const commandId = machine.uuid();
  const context = { commandId, platform, actor: 'system', correlation: mailId } as const;
  await handler.handle(mail, stream, command, context);
  return true;
};
