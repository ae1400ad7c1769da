import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { useLanguage } from '#/web/lib/i18n.ts';
import { failureText, mutate, newIdempotencyKey } from '#/web/lib/rpc.ts';
import { tellTabs } from '#/web/lib/session-news.ts';
import { AuthFrame } from '#/web/ui/blocks/auth-frame.tsx';
import { Button } from '#/web/ui/button.tsx';
import { PasswordField } from '#/web/ui/fields/password-field.tsx';
import { Field, TextInput } from '#/web/ui/fields/field.tsx';
import { textOf } from '#/web/ui/fields/text-of.ts';
import { useTexts } from '#/web/i18n/texts.ts';
import { homeOf } from './access.ts';
import type { SignInFailure } from './auth-form.tsx';
import { CodeField } from './second-factor/code-field.tsx';
import { sessionQuery } from './session-query.ts';
import { signInFailure } from './sign-in-failure.ts';
import { signIn } from './sign-in.ts';
import { useWelcomeTexts } from './welcome-texts.ts';

interface JoinFormProps {
  readonly token: string;
  readonly kind: 'join' | 'join-manager';
  readonly email: string;
  /** Null if the invitation is for a master, who belongs to no platform. */
  readonly platformName: string | null;
}

/** Signs an invited user in, unless already signed in, and accepts the invitation. @returns the failure, as a sign-in does */
const useJoin = ({ token, email }: Pick<JoinFormProps, 'token' | 'email'>) => {
  const texts = useTexts();
  const language = useLanguage();
  const router = useRouter();
  const client = useQueryClient();
  return async (form: FormData | undefined): Promise<SignInFailure | undefined> => {
    if (form) {
      const code = textOf(form, 'code').trim() || undefined;
      const outcome = await signIn({ email, password: textOf(form, 'password'), code });
      if (outcome.kind !== 'signed-in') {
        const failure = signInFailure(outcome, texts, language);
        return { failure, asksCode: outcome.kind === 'code' };
      }
    }
    try {
      const idempotencyKey = newIdempotencyKey();
      await mutate('session.joinByInvitation', { token }, { idempotencyKey });
      tellTabs('signed-in');
      // Removes the data that the user saw in another role or on another platform.
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'invitation' });
      const session = await client.fetchQuery(sessionQuery);
      if (!session) return { failure: texts.login.unavailable, asksCode: false };
      await router.navigate({ href: homeOf(session) ?? '/', replace: true });
      return undefined;
    } catch (failure) {
      return { failure: failureText(failure, language), asksCode: false };
    }
  };
};

/** The page of an invited user who already has an account, and keeps its password. */
export const JoinForm = (props: JoinFormProps) => {
  const texts = useWelcomeTexts();
  const join = useJoin(props);
  const session = useQuery(sessionQuery);
  const [failure, setFailure] = useState<string>();
  const [pending, setPending] = useState(false);
  const [asksCode, setAsksCode] = useState(false);
  const isIn = session.data?.email === props.email;
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setPending(true);
    const refused = await join(isIn ? undefined : form);
    setAsksCode(refused?.asksCode ?? false);
    setFailure(refused?.failure);
    setPending(false);
  };
  const text =
    props.platformName === null
      ? texts.text.joinMaster
      : texts.text[props.kind](props.platformName);
  return (
    <AuthFrame title={texts.title.join} text={text} failure={failure}>
      {/* POST, so that a submit without our script never puts the password into a URL. */}
      <form method="post" onSubmit={(event) => void submit(event)} className="mt-5 grid gap-4">
        <Field label={texts.email}>
          {(control) => (
            <TextInput
              {...control}
              type="email"
              autoComplete="username"
              readOnly
              value={props.email}
              className="bg-sunken!"
            />
          )}
        </Field>
        {!isIn && (
          <PasswordField
            label={texts.password}
            name="password"
            autoComplete="current-password"
            error={undefined}
          />
        )}
        {!isIn && asksCode && <CodeField />}
        <Button kind="primary" type="submit" pending={pending} className="mt-1 h-11">
          {texts.submit.join}
        </Button>
      </form>
    </AuthFrame>
  );
};
