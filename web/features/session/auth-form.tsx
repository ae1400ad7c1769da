import { useRef, useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { Button } from '#/web/ui/button.tsx';
import { Field, TextInput } from '#/web/ui/fields/field.tsx';
import { PasswordField } from '#/web/ui/fields/password-field.tsx';
import { useTexts } from '#/web/i18n/texts.ts';
import { textOf } from '#/web/ui/fields/text-of.ts';
import { CodeField } from './second-factor/code-field.tsx';
import { useSecondFactorTexts } from './second-factor/second-factor-texts.ts';
import { AuthFrame } from '#/web/ui/blocks/auth-frame.tsx';

/** The credentials that the user typed. */
interface Credentials {
  readonly email: string;
  readonly password: string;
  /** The code of the second factor; undefined until the form asks for it. */
  readonly code: string | undefined;
}

export interface SignInFailure {
  /** The error message; undefined if nothing was wrong and only the code is missing. */
  readonly failure: string | undefined;
  /** Whether the form must ask for the code of the second factor. */
  readonly asksCode: boolean;
}

const FIELDS = ['email', 'password', 'code'] as const;

interface AuthFormProps {
  readonly title: string;
  readonly text: string;
  /** Why the page was opened, if the user did not open it themselves. */
  readonly notice?: string | undefined;
  /** The e-mail of the only person who may sign in here. */
  readonly email?: string | undefined;
  /** @returns undefined once the user is signed in */
  readonly onSubmit: (credentials: Credentials) => Promise<SignInFailure | undefined>;
  readonly footer?: ReactNode;
}

/**
 * Asks for e-mail and password, and then for a code if the user has a second factor. Fields are native, with the standard
 * `autocomplete`, so that password managers and paste work (WCAG 2.2, 3.3.8). After a failure both values stay, to be corrected.
 */
export const AuthForm = ({ title, text, notice, email, onSubmit, footer }: AuthFormProps) => {
  const texts = useTexts();
  const secondFactor = useSecondFactorTexts();
  const form = useRef<HTMLFormElement>(null);
  const [failure, setFailure] = useState<string>();
  const [missing, setMissing] = useState<(typeof FIELDS)[number]>();
  const [asksCode, setAsksCode] = useState(false);
  const [pending, setPending] = useState(false);
  const focus = (name: string) =>
    form.current?.querySelector<HTMLElement>(`[name=${name}]`)?.focus();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const empty = FIELDS.find((name) => data.has(name) && textOf(data, name).trim() === '');
    setMissing(empty);
    setFailure(undefined);
    if (empty !== undefined) return focus(empty);
    setPending(true);
    const code = textOf(data, 'code').trim() || undefined;
    const refused = await onSubmit({
      email: textOf(data, 'email').trim(),
      password: textOf(data, 'password'),
      code,
    });
    setPending(false);
    setFailure(refused?.failure);
    setAsksCode(refused?.asksCode ?? false);
    // Not when the code field has just appeared: that field focuses itself.
    if (refused?.failure !== undefined) focus(refused.asksCode ? 'code' : 'password');
  };
  return (
    <AuthFrame title={title} text={text} notice={notice} failure={failure} footer={footer}>
      {/* POST, so that a submit without our script never puts the password into a URL. */}
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
              readOnly={email !== undefined}
              defaultValue={email}
              className={email === undefined ? undefined : 'bg-sunken!'}
            />
          )}
        </Field>
        <PasswordField
          label={texts.login.password}
          name="password"
          autoComplete="current-password"
          error={missing === 'password' ? texts.login.passwordMissing : undefined}
        />
        {asksCode && (
          <CodeField error={missing === 'code' ? secondFactor.codeMissing : undefined} />
        )}
        <Button kind="primary" type="submit" pending={pending} className="mt-1 h-11">
          {texts.login.submit}
        </Button>
      </form>
    </AuthFrame>
  );
};
