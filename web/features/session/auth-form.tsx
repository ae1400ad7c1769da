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
  /** The code of the second factor, once it was asked for. */
  readonly code: string | undefined;
}

export interface SignInFailure {
  /** The error message; undefined where nothing was wrong, and only a code is missing. */
  readonly failure: string | undefined;
  /** Whether the second factor's code is asked for. */
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
 * E-mail and password, and then a code where there is a second factor. Native fields with the standard `autocomplete`, so that password managers and
 * paste work (WCAG 2.2, 3.3.8); on failure the e-mail stays and the password is kept for correction.
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
    // The field for the code takes the focus itself when it appears.
    if (refused?.failure !== undefined) focus(refused.asksCode ? 'code' : 'password');
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
