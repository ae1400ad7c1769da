import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLanguage } from '#/web/lib/i18n.ts';
import { isEmail } from '#/web/lib/is-email.ts';
import { failureText } from '#/web/lib/rpc.ts';
import { AuthFrame } from '#/web/ui/blocks/auth-frame.tsx';
import { TextInput } from '#/web/ui/fields/field.tsx';
import { CheckedForm } from '#/web/ui/form/form.tsx';
import { NativeField } from '#/web/ui/form/native-field.tsx';
import { useCheckedForm } from '#/web/ui/form/use-checked-form.ts';
import { useDocumentTitle } from '#/web/ui/hooks/use-document-title.ts';

/** Where mails go: to a mail server, the outbox page, or nowhere. */
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

/** Asks for an e-mail, to which a link is mailed. Does not say whether the e-mail is that of a user. */
export const AskForLink = ({ texts, send, footer }: AskForLinkProps) => {
  const language = useLanguage();
  const ask = useMutation({ mutationFn: send });
  const form = useCheckedForm({
    defaultValues: { email: '' },
    errorsIn: ({ email }) => ({ email: isEmail(email) ? undefined : ('wrong' as const) }),
    errorTexts: { wrong: texts.emailMissing },
  });
  useDocumentTitle(texts.title);
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
      <CheckedForm
        form={form}
        onValid={({ email }) => ask.mutate(email.trim())}
        write={ask}
        failure=""
        submitLabel={texts.submit}
        className="mt-5 grid gap-4"
        submitClassName="mt-1 h-11"
      >
        <NativeField form={form} name="email" label={texts.email}>
          {(control) => (
            <TextInput
              {...control}
              type="email"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={254}
            />
          )}
        </NativeField>
      </CheckedForm>
    </AuthFrame>
  );
};
