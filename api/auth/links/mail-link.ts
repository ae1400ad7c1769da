import type { Actor } from '#/domain/values/actor.ts';
import type { Core } from '#/api/composition/core.ts';
import type { Language } from '#/api/http/problem.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { mail } from '#/domain/mail/decider.ts';
import type { MailRecipient } from '#/domain/mail/events.ts';
import type { ConfirmTemplate, RegistrationTemplate } from '#/domain/ports/mail.ts';
import { derivedId } from '#/ledger/derived-id.ts';

interface MailedLink {
  readonly template: 'recovery' | RegistrationTemplate | ConfirmTemplate;
  readonly linkId: string;
  readonly to: MailRecipient & { readonly platformId: string };
  readonly language: Language;
  /** `system` when no one was signed in. */
  readonly actor: Actor;
}

const mailOf = ({ template, linkId }: Pick<MailedLink, 'template' | 'linkId'>): string =>
  derivedId(template, linkId);

/** Returns the mail of a link; undefined before the mail was requested. */
export const findMailed = async (
  { handler }: Pick<Core, 'handler'>,
  link: Pick<MailedLink, 'template' | 'linkId'>,
) => {
  const recorded = await handler.load(mail, streamOf('mail', mailOf(link)));
  return recorded.state.status === 'NONE' ? undefined : recorded;
};

/** Requests the mail with a link, once for each link. @returns the mail's state */
export const mailLink = (
  { handler, now }: Pick<Core, 'handler' | 'now'>,
  { template, linkId, to, language, actor }: MailedLink,
) => {
  const { platformId, kind, personId } = to;
  const mailId = mailOf({ template, linkId });
  const requested = {
    platformId,
    to: { kind, personId },
    language: language === 'en' ? 'en' : 'pt-BR',
    content: { template, linkId },
    at: now(),
  } as const;
  const command = { type: 'RequestMail', mail: requested } as const;
  return handler.handle(mail, streamOf('mail', mailId), command, {
    commandId: derivedId(`${template} mail`, linkId),
    platform: platformId,
    actor,
    correlation: mailId,
  });
};
