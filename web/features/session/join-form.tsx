import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '#/web/i18n/texts.ts';
import { useLanguage } from '#/web/lib/i18n.ts';
import { failureText, mutate, newIdempotencyKey } from '#/web/lib/rpc.ts';
import { tellTabs } from '#/web/lib/session-news.ts';
import { AuthFrame } from '#/web/ui/blocks/auth-frame.tsx';
import { CheckedForm } from '#/web/ui/form/form.tsx';
import { PasswordField } from '#/web/ui/form/password-field.tsx';
import { useCheckedForm } from '#/web/ui/form/use-checked-form.ts';
import { homeOf } from './access.ts';
import type { SignInFailure } from './auth-form.tsx';
import { FixedEmail } from '#/web/ui/form/fixed-email.tsx';
import { CodeField } from './second-factor/code-field.tsx';
import { useSecondFactorTexts } from './second-factor/second-factor-texts.ts';
import { sessionQuery } from './session-query.ts';
import { signInFailure } from './sign-in-failure.ts';
import {
  credentialsIn,
  signInErrors,
  signInErrorTexts,
  type SignInValues,
} from './sign-in-form.ts';
import { signIn } from './sign-in.ts';
import { useWelcomeTexts } from './welcome-texts.ts';

interface JoinFormProps {
  readonly token: string;
  readonly kind: 'join' | 'join-manager';
  readonly email: string;
  /** Null: the invitation is for a master. */
  readonly platformName: string | null;
}

/** Signs in if needed, and accepts the invitation. @returns the failure; undefined after success */
const useJoin = ({ token }: Pick<JoinFormProps, 'token'>, isSignedIn: boolean) => {
  const texts = useTexts();
  const language = useLanguage();
  const router = useRouter();
  const client = useQueryClient();
  return async (values: SignInValues): Promise<SignInFailure | undefined> => {
    if (!isSignedIn) {
      const outcome = await signIn(credentialsIn(values));
      if (outcome.kind !== 'signed-in') {
        const failure = signInFailure(outcome, texts, language);
        return { failure, asksCode: outcome.kind === 'code' };
      }
    }
    try {
      const idempotencyKey = newIdempotencyKey();
      await mutate('session.joinByInvitation', { token }, { idempotencyKey });
      tellTabs('signed-in');
      // Removes data seen in another role or on another platform.
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

/** For an invited user who has an account, and keeps its password. */
export const JoinForm = (props: JoinFormProps) => {
  const texts = useWelcomeTexts();
  const session = useQuery(sessionQuery);
  const isSignedIn = session.data?.email === props.email;
  const [asksCode, setAsksCode] = useState(false);
  const write = useMutation({ mutationFn: useJoin(props, isSignedIn), networkMode: 'always' });
  const form = useCheckedForm({
    defaultValues: { email: props.email, password: '', code: '' },
    errorsIn: (values: SignInValues) => (isSignedIn ? {} : signInErrors(values, asksCode)),
    errorTexts: signInErrorTexts(useTexts(), useSecondFactorTexts()),
  });
  const onSuccess = (refused: SignInFailure | undefined): void =>
    setAsksCode(refused?.asksCode ?? false);
  const text =
    props.platformName === null
      ? texts.text.joinMaster
      : texts.text[props.kind](props.platformName);
  return (
    <AuthFrame title={texts.title.join} text={text} failure={write.data?.failure}>
      <CheckedForm
        form={form}
        onValid={(values) => write.mutate(values, { onSuccess })}
        write={write}
        failure=""
        submitLabel={texts.submit.join}
        className="mt-5 grid gap-4"
        submitClassName="mt-1 h-11"
      >
        <FixedEmail label={texts.email} email={props.email} />
        {!isSignedIn && (
          <PasswordField
            form={form}
            name="password"
            label={texts.password}
            autoComplete="current-password"
          />
        )}
        {!isSignedIn && asksCode && <CodeField form={form} name="code" />}
      </CheckedForm>
    </AuthFrame>
  );
};
