import type { StaffCaller } from '#/api/auth/caller.ts';
import type { Core } from '#/api/composition/core.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { mail } from '#/domain/mail/decider.ts';
import { derivedId } from '#/ledger/derived-id.ts';
import type { KeyedContext } from '#/ledger/idempotency.ts';

/** A mail to the caller, to see that mails arrive. */
export const requestTestMail = (
  { handler, now }: Core,
  { platformId, staffId }: StaffCaller,
  keyed: KeyedContext,
) => {
  const at = now();
  const mailId = derivedId('test mail', keyed.commandId);
  const requested = {
    platformId,
    to: { kind: 'staff', personId: staffId },
    language: 'pt-BR',
    content: { template: 'test' },
    at,
  } as const;
  const command = { type: 'RequestMail', mail: requested } as const;
  return handler.handle(mail, streamOf('mail', mailId), command, { ...keyed, correlation: mailId });
};
