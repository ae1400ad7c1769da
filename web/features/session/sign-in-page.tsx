import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { BackofficeTexts } from '#/web/i18n/pt-br/backoffice.ts';
import { AuthForm } from '#/web/ui/blocks/auth-form.tsx';
import { useTexts } from '#/web/ui/texts.ts';
import { destinationAfterSignIn } from './access.ts';
import { sessionQuery } from './session-query.ts';
import { signIn } from './sign-in.ts';
import type { SignInOutcome } from './sign-in.ts';

const failureOf = (outcome: SignInOutcome, { login }: BackofficeTexts): string | undefined => {
  switch (outcome.kind) {
    case 'signed-in':
      return undefined;
    case 'wrong':
      return login.wrong;
    case 'limited':
      return login.limited(outcome.seconds);
    case 'unavailable':
      return login.unavailable;
  }
};

interface SignInPageProps {
  readonly audience: 'seller' | 'admin';
  readonly next: string | undefined;
  /** Came here because a session ended. */
  readonly expired: boolean;
  readonly footer: ReactNode;
}

/** Both doors lead everyone to their own area, so nobody is turned away for taking the wrong one. */
export const SignInPage = ({ audience, next, expired, footer }: SignInPageProps) => {
  const texts = useTexts();
  const router = useRouter();
  const client = useQueryClient();
  const submit = async (email: string, password: string) => {
    const failure = failureOf(await signIn(email, password), texts);
    if (failure !== undefined) return failure;
    client.clear();
    const session = await client.fetchQuery(sessionQuery).catch(() => null);
    if (!session) return texts.login.unavailable;
    await router.navigate({ href: destinationAfterSignIn(session, next), replace: true });
    return undefined;
  };
  const isSeller = audience === 'seller';
  return (
    <AuthForm
      title={isSeller ? texts.login.sellerTitle : texts.login.adminTitle}
      text={isSeller ? texts.login.sellerText : texts.login.adminText}
      notice={expired ? texts.login.expired : undefined}
      onSubmit={submit}
      footer={footer}
    />
  );
};
