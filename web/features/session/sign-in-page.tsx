import { useQueryClient } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import type { Area } from '#/api/contract/roles.ts';
import { useLanguage } from '#/web/lib/i18n.ts';
import { AuthForm, type SignInFailure } from './auth-form.tsx';
import { useDocumentTitle } from '#/web/ui/hooks/use-document-title.ts';
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

// Lazy: seldom needed.
const FirstSetUp = lazy(async () => ({
  default: (await import('./second-factor/first-set-up.tsx')).FirstSetUp,
}));

/** Navigates a signed-in user to their area, once the required second factor is set up. `goOn` returns false without a session. */
const useEntry = (next: string | undefined) => {
  const router = useRouter();
  const client = useQueryClient();
  const [lacksFactor, setLacksFactor] = useState(false);
  const goOn = useCallback(async (): Promise<boolean> => {
    const session = await client.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => null);
    setLacksFactor(session?.lacksSecondFactor === true);
    if (!session) return false;
    if (!session.lacksSecondFactor)
      await router.navigate({ href: destinationAfterSignIn(session, next), replace: true });
    return true;
  }, [client, router, next]);
  // The form is shown without waiting for the session.
  useEffect(() => void goOn(), [goOn]);
  return { lacksFactor, goOn };
};

/** The sign-in of one area; leads users of other areas to their own. */
export const SignInPage = ({ audience, next, footer }: SignInPageProps) => {
  const texts = useTexts();
  const language = useLanguage();
  const client = useQueryClient();
  const { lacksFactor, goOn } = useEntry(next);
  const { login } = texts;
  const headings = {
    seller: { title: login.sellerTitle, text: login.sellerText },
    admin: { title: login.adminTitle, text: login.adminText },
    master: { title: login.masterTitle, text: login.masterText },
    manager: { title: login.managerTitle, text: login.managerText },
  } as const satisfies Record<Area, { readonly title: string; readonly text: string }>;
  const { title, text } = headings[audience];
  useDocumentTitle(title);
  const submit = async (
    credentials: Parameters<typeof signIn>[0],
  ): Promise<SignInFailure | undefined> => {
    const outcome = await signIn(credentials, audience);
    if (outcome.kind !== 'signed-in') {
      const failure = signInFailure(outcome, texts, language);
      return { failure, asksCode: outcome.kind === 'code' };
    }
    client.clear();
    const isSignedIn = await goOn();
    return isSignedIn ? undefined : { failure: texts.login.unavailable, asksCode: false };
  };
  if (lacksFactor) {
    return (
      <Suspense fallback={null}>
        <FirstSetUp onEnd={() => void goOn()} />
      </Suspense>
    );
  }
  return (
    <AuthForm
      title={title}
      text={text}
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
