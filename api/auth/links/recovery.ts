import pLimit from 'p-limit';
import type { Logger } from 'pino';
import type { Core } from '#/api/composition/core.ts';
import { withoutDeadline } from '#/api/http/request-deadline.ts';
import type { Language } from '#/api/http/problem.ts';
import { streamOf } from '#/domain/ids.ts';
import { mail } from '#/domain/mail/decider.ts';
import { derivedId } from '#/ledger/derived-id.ts';
import { chooseAmong } from '#/api/auth/person-record.ts';
import type { Sessions } from '#/api/auth/sessions.ts';

const SIDE_BY_SIDE = 2;
/** Requests that wait; more are dropped, so that strangers fill no memory. */
const MOST_WAITING = 200;

interface Parts {
  readonly core: Core;
  readonly sessions: Sessions;
  readonly logger: Logger;
}

/** Requests the mail with a link to the person who signs in by this address, if there is one who may get it. */
const recover = async (
  { core, sessions }: Parts,
  email: string,
  language: Language,
): Promise<void> => {
  const person = await chooseAmong(core, await sessions.memberships.of(email), undefined);
  if (person === undefined) return;
  const { platformId, kind, personId } = person;
  const linkId = await sessions.recovery.make(email);
  if (linkId === undefined) return;
  const mailId = derivedId('recovery', linkId);
  const requested = {
    platformId,
    to: { kind, personId },
    language: language === 'en' ? 'en' : 'pt-BR',
    content: { template: 'recovery', linkId },
    at: core.now(),
  } as const;
  const command = { type: 'RequestMail', mail: requested } as const;
  await core.handler.handle(mail, streamOf('mail', mailId), command, {
    commandId: derivedId('recovery mail', linkId),
    platform: platformId,
    actor: 'system',
    correlation: mailId,
  });
};

/**
 * Mails links by which people choose a new password. All is done after the answer: neither it nor its time says whether there is a
 * person with this address.
 */
export const createRecovery = (parts: Parts) => {
  const turns = pLimit(SIDE_BY_SIDE);
  const pending = new Set<Promise<void>>();
  let isFull = false;
  const onFailure = (err: unknown): void =>
    parts.logger.error({ err }, 'a link for a new password could not be mailed');

  return {
    request: (email: string, language: Language): void => {
      const wasFull = isFull;
      isFull = pending.size >= MOST_WAITING;
      // Said once, since strangers may ask for thousands.
      if (isFull) return wasFull ? undefined : onFailure(new Error('too many are requested'));
      const work = withoutDeadline(() => turns(() => recover(parts, email, language)));
      const mailed = work.catch(onFailure).finally(() => pending.delete(mailed));
      pending.add(mailed);
    },
    /** Waits for the requests that were answered. */
    stop: async (): Promise<void> => void (await Promise.all(pending)),
  };
};

export type Recovery = ReturnType<typeof createRecovery>;
