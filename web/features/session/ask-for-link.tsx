import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { useLanguage } from '#/web/lib/i18n.ts';
import { isEmail } from '#/web/lib/is-email.ts';
import { failureText } from '#/web/lib/rpc.ts';
import { AuthFrame } from '#/web/ui/blocks/auth-frame.tsx';
import { Button } from '#/web/ui/button.tsx';
import { Field, TextInput } from '#/web/ui/fields/field.tsx';
import { textOf } from '#/web/ui/fields/text-of.ts';
import { useDocumentTitle } from '#/web/ui/use-document-title.ts';

/** Where this installation sends mails: to a mail server, to the outbox page, or nowhere. */
type MailsGo = 'server' | 'outbox' | 'nothing';

interface AskForLinkProps {
  readonly texts: {
    readonly title: string;
    readonly text: string;
    readonly email: string;
    readonly emailMissing: string;
    readonly submit: string;
    readonly done: Readonly<Record<MailsGo, string>>;
    readonly notThere: string;
    readonly outbox: string;
  };
  readonly send: (email: string) => Promise<{ readonly to: MailsGo }>;
  readonly footer: ReactNode;
}

/** Requests a link by mail to the typed address; never says whether the address is known. */
export const AskForLink = ({ texts, send, footer }: AskForLinkProps) => {
  const language = useLanguage();
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const ask = useMutation({ mutationFn: send });
  useDocumentTitle(texts.title);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const email = textOf(new FormData(event.currentTarget), 'email').trim();
    setMissing(!isEmail(email));
    if (isEmail(email)) ask.mutate(email);
    else field.current?.focus();
  };
  if (ask.data) {
    const { to } = ask.data;
    return (
      <AuthFrame title={texts.title} text={texts.done[to]} footer={footer}>
        {to === 'server' && <p className="mt-4 text-ink-muted">{texts.notThere}</p>}
        {to === 'outbox' && (
          <a href="/outbox" className="mt-4 inline-block text-accent hover:underline">
            {texts.outbox}
          </a>
        )}
      </AuthFrame>
    );
  }
  const failure = ask.error ? failureText(ask.error, language) : undefined;
  return (
    <AuthFrame title={texts.title} text={texts.text} failure={failure} footer={footer}>
      {/* POST, so that a submit without our script never puts the e-mail into a URL. */}
      <form method="post" noValidate onSubmit={submit} className="mt-5 grid gap-4">
        <Field label={texts.email} error={isMissing ? texts.emailMissing : undefined}>
          {(control) => (
            <TextInput
              {...control}
              ref={field}
              name="email"
              type="email"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={254}
            />
          )}
        </Field>
        <Button kind="primary" type="submit" pending={ask.isPending} className="mt-1 h-11">
          {texts.submit}
        </Button>
      </form>
    </AuthFrame>
  );
};
