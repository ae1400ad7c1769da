import type { Caller } from '#/api/auth/caller.ts';
import type { Core } from '#/api/composition/core.ts';
import { Rejected } from '#/api/http/problem.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { mail } from '#/domain/mail/decider.ts';
import { mailbox } from '#/domain/mailbox/decider.ts';
import { requireTrueClock } from '#/ledger/clock/require-true-clock.ts';
import type { KeyedContext } from '#/ledger/idempotency.ts';

/**
 * Ends the suppression of the mailbox to which a mail went, so that mails go there again.
 * @throws Rejected `resource/not-found`, also for mails of other platforms; Refused `mailbox/not-suppressed` when the mailbox never
 * was (not for one that was released before); AppendError while the clock may be wrong, or when the log is unavailable
 */
export const releaseMailbox = async (
  { handler, ports, now }: Pick<Core, 'handler' | 'ports' | 'now'>,
  { platformId }: Pick<Caller, 'platformId'>,
  mailId: string,
  keyed: KeyedContext,
) => {
  const { state } = await handler.load(mail, streamOf('mail', mailId));
  if (state.status === 'NONE' || state.requested.platformId !== platformId)
    throw new Rejected('resource/not-found');
  const id = state.attempt?.mailbox;
  if (id === undefined) throw new Refused('mailbox/not-suppressed');
  // With a clock that is ahead, later mails would seem older than the release.
  requireTrueClock(ports.isClockTrue);
  const command = { type: 'Release', now: now() } as const;
  return handler.handle(mailbox, streamOf('mailbox', id), command, {
    ...keyed,
    correlation: mailId,
  });
};
