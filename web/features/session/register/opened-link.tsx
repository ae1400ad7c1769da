import { useQuery, useQueryClient } from '@tanstack/react-query';
import { AuthForm, type SignInFailure } from '#/web/features/session/auth-form.tsx';
import { sessionQuery } from '#/web/features/session/session-query.ts';
import { signInFailure } from '#/web/features/session/sign-in-failure.ts';
import { signIn } from '#/web/features/session/sign-in.ts';
import { useTexts } from '#/web/i18n/texts.ts';
import { useLanguage } from '#/web/lib/i18n.ts';
import { AuthFrame } from '#/web/ui/blocks/auth-frame.tsx';
import { RegisterForm } from './register-form.tsx';
import type { RegisterLinks } from './register-page.tsx';
import { useRegisterTexts } from './register-texts.ts';
import type { OpenedRegistration } from './registration.ts';

interface OpenedLinkProps extends RegisterLinks {
  readonly token: string;
  readonly opened: OpenedRegistration;
}

/** The form to register. A user who has an account must sign in first; a seller gets a link to the sign-in. */
export const OpenedLink = ({ token, opened, toSignIn }: OpenedLinkProps) => {
  const texts = useRegisterTexts();
  const session = useQuery(sessionQuery);
  const { email, known } = opened;
  if (known === 'seller') {
    return (
      <AuthFrame title={texts.knownTitle} text={texts.knownText(email)}>
        <div className="mt-5">{toSignIn(texts.toSignIn)}</div>
      </AuthFrame>
    );
  }
  const isSignedIn = session.data?.email === email;
  return known === 'user' && !isSignedIn ? (
    <SignInFirst email={email} />
  ) : (
    <RegisterForm token={token} opened={opened} />
  );
};

const SignInFirst = ({ email }: { readonly email: string }) => {
  const register = useRegisterTexts();
  const texts = useTexts();
  const language = useLanguage();
  const client = useQueryClient();
  const submit = async (
    credentials: Parameters<typeof signIn>[0],
  ): Promise<SignInFailure | undefined> => {
    const outcome = await signIn(credentials);
    if (outcome.kind !== 'signed-in') {
      const failure = signInFailure(outcome, texts, language);
      return { failure, asksCode: outcome.kind === 'code' };
    }
    await client.fetchQuery({ ...sessionQuery, staleTime: 0 });
    return undefined;
  };
  return (
    <AuthForm
      title={register.signInTitle}
      text={register.signInText}
      email={email}
      onSubmit={submit}
    />
  );
};
