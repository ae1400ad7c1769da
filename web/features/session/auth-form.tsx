import { useRef, useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { Button } from '#/web/ui/button.tsx';
import { Field, TextInput } from '#/web/ui/fields/field.tsx';
import { PasswordField } from '#/web/ui/fields/password-field.tsx';
import { useTexts } from '#/web/i18n/texts.ts';
import { textOf } from '#/web/ui/fields/text-of.ts';
import { AuthFrame } from '#/web/ui/blocks/auth-frame.tsx';

interface AuthFormProps {
  readonly title: string;
  readonly text: string;
  /** Why the page was opened, if the user did not open it themselves. */
  readonly notice?: string | undefined;
  /** @returns the error message, when it failed */
  readonly onSubmit: (email: string, password: string) => Promise<string | undefined>;
  readonly footer?: ReactNode;
}

/**
 * E-mail and password. Native fields with the standard `autocomplete`, so that password managers and
 * paste work (WCAG 2.2, 3.3.8); on failure the e-mail stays and the password is kept for correction.
 */
export const AuthForm = ({ title, text, notice, onSubmit, footer }: AuthFormProps) => {
  const texts = useTexts();
  const form = useRef<HTMLFormElement>(null);
  const [failure, setFailure] = useState<string>();
  const [missing, setMissing] = useState<'email' | 'password'>();
  const [pending, setPending] = useState(false);
  const focus = (name: string) =>
    form.current?.querySelector<HTMLElement>(`[name=${name}]`)?.focus();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const email = textOf(data, 'email').trim();
    const password = textOf(data, 'password');
    const empty = email === '' ? 'email' : password === '' ? 'password' : undefined;
    setMissing(empty);
    setFailure(undefined);
    if (empty !== undefined) return focus(empty);
    setPending(true);
    const answer = await onSubmit(email, password);
    setPending(false);
    setFailure(answer);
    if (answer !== undefined) focus('password');
  };
  return (
    <AuthFrame title={title} text={text} notice={notice} failure={failure} footer={footer}>
      {/* POST, so that a submit by the browser itself never puts the password into a URL. */}
      <form ref={form} method="post" noValidate onSubmit={submit} className="mt-5 grid gap-4">
        <Field
          label={texts.login.email}
          error={missing === 'email' ? texts.login.emailMissing : undefined}
        >
          {(control) => (
            <TextInput
              {...control}
              name="email"
              type="email"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </Field>
        <PasswordField
          label={texts.login.password}
          name="password"
          autoComplete="current-password"
          error={missing === 'password' ? texts.login.passwordMissing : undefined}
        />
        <Button kind="primary" type="submit" pending={pending} className="mt-1 h-11">
          {texts.login.submit}
        </Button>
      </form>
    </AuthFrame>
  );
};
