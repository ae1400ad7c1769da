import { useQueryClient } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import type { Area } from '#/api/contract/roles.ts';
import { useLanguage } from '#/web/lib/i18n.ts';
import { AuthForm } from './auth-form.tsx';
import { useDocumentTitle } from '#/web/ui/use-document-title.ts';
import { useTexts } from '#/web/i18n/texts.ts';
import { destinationAfterSignIn } from './access.ts';
import { sessionQuery } from './session-query.ts';
import { signInFailure } from './sign-in-failure.ts';
import { signIn } from './sign-in.ts';

interface SignInPageProps {
  readonly audience: Area;
  readonly next: string | undefined;
  readonly footer: ReactNode;
}

/** Redirects users who are already signed in; the form does not wait for that check. */
const useSignedInAlready = (next: string | undefined): void => {
  const router = useRouter();
  const client = useQueryClient();
  useEffect(() => {
    const look = async () => {
      const session = await client.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => null);
      if (!session) return;
      await router.navigate({ href: destinationAfterSignIn(session, next), replace: true });
    };
    void look();
  }, [client, router, next]);
};

/** Both sign-in pages lead each user to their own area, so using the wrong one still works. */
export const SignInPage = ({ audience, next, footer }: SignInPageProps) => {
  const texts = useTexts();
  const language = useLanguage();
  const router = useRouter();
  const client = useQueryClient();
  useSignedInAlready(next);
  const isSeller = audience === 'seller';
  const title = isSeller ? texts.login.sellerTitle : texts.login.adminTitle;
  useDocumentTitle(title);
  const submit = async (email: string, password: string) => {
    const failure = signInFailure(await signIn(email, password, audience), texts, language);
    if (failure !== undefined) return failure;
    client.clear();
    const session = await client.fetchQuery(sessionQuery).catch(() => null);
    if (!session) return texts.login.unavailable;
    await router.navigate({ href: destinationAfterSignIn(session, next), replace: true });
    return undefined;
  };
  return (
    <AuthForm
      title={title}
      text={isSeller ? texts.login.sellerText : texts.login.adminText}
      onSubmit={submit}
      footer={
        <>
          <p className="mt-4 text-center">
            <Link to="/recover-password" className="text-accent hover:underline">
              {texts.login.forgotten}
            </Link>
          </p>
          {footer}
        </>
      }
    />
  );
};
