import { Eye, EyeOff } from 'lucide-react';
import { useRef, useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { Button, buttonClass } from '#/web/ui/button.tsx';
import { classNames } from '#/web/ui/class-names.ts';
import { Field, TextInput } from '#/web/ui/fields/field.tsx';
import { useTexts } from '#/web/ui/texts.ts';
import { Mark } from './mark.tsx';

interface AuthFormProps {
  readonly title: string;
  readonly text: string;
  /** Why the reader is here, when it was not their idea. */
  readonly notice?: string | undefined;
  /** @returns what to tell the reader when it failed */
  readonly onSubmit: (email: string, password: string) => Promise<string | undefined>;
  readonly footer?: ReactNode;
}

const textOf = (data: FormData, name: string): string => {
  const value = data.get(name);
  return typeof value === 'string' ? value : '';
};

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
    <main className="grid min-h-dvh place-items-center p-4">
      <div className="w-full max-w-sm">
        <Wordmark />
        <div className="rounded-xl border border-line bg-surface p-6 shadow-card">
          <h1 className="text-lg font-semibold">{title}</h1>
          <p className="mt-1 text-ink-muted">{text}</p>
          {notice !== undefined && (
            <p role="status" className="mt-4 rounded-md bg-accent-soft px-3 py-2 text-accent">
              {notice}
            </p>
          )}
          <div role="alert">
            {failure !== undefined && (
              <p className="mt-4 rounded-md bg-negative-soft px-3 py-2 text-negative">{failure}</p>
            )}
          </div>
          <form ref={form} noValidate onSubmit={submit} className="mt-5 grid gap-4">
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
              error={missing === 'password' ? texts.login.passwordMissing : undefined}
            />
            <Button kind="primary" type="submit" pending={pending} className="mt-1 h-10">
              {texts.login.submit}
            </Button>
          </form>
        </div>
        {footer}
      </div>
    </main>
  );
};

const Wordmark = () => (
  <p className="mb-5 flex items-center justify-center gap-2 text-xl font-semibold tracking-tight">
    <Mark className="size-7" />
    Razão
  </p>
);

const PasswordField = ({ error }: { readonly error: string | undefined }) => {
  const texts = useTexts();
  const [shown, setShown] = useState(false);
  const label = shown ? texts.login.hide : texts.login.show;
  const Icon = shown ? EyeOff : Eye;
  return (
    <Field label={texts.login.password} error={error}>
      {(control) => (
        <div className="relative">
          <TextInput
            {...control}
            name="password"
            type={shown ? 'text' : 'password'}
            autoComplete="current-password"
            className="pr-10"
          />
          <button
            type="button"
            aria-label={label}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
            className={classNames(buttonClass('quiet'), 'absolute top-0.5 right-0.5 size-8! p-0!')}
          >
            <Icon aria-hidden className="size-4" />
          </button>
        </div>
      )}
    </Field>
  );
};
