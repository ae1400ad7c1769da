import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { roles, rulesOfArea } from '#/api/contract/roles.ts';
import type { Session } from '#/api/contract/session.ts';
import { useSavedPreferences } from '#/web/backoffice/account/saved-preferences.ts';
import { draftOwnerOf } from '#/web/backoffice/account/draft-owner.ts';
import { isSameMember } from '#/web/features/session/same-member.ts';
import { StepUp } from '#/web/features/session/step-up.tsx';
import { sessionQuery } from '#/web/features/session/session-query.ts';
import { forgetDrafts, forgetOthersDrafts } from '#/web/lib/drafts.ts';
import { actAs } from '#/web/lib/rpc.ts';
import { sessionLost } from '#/web/lib/session-lost.ts';
import { onOtherTabs } from '#/web/lib/session-news.ts';

// Lazy: seldom needed.
const SignInAgain = lazy(() => import('#/web/features/session/sign-in-again.tsx'));
const OtherMember = lazy(() => import('#/web/features/session/other-member.tsx'));

/** Returns a function that removes the user's data and drafts from this browser tab, and opens the sign-in page. */
export const useLeave = (session: Session & object): (() => void) => {
  const router = useRouter();
  const client = useQueryClient();
  const area = session.impersonation === null ? roles[session.role].area : 'admin';
  return useCallback(() => {
    client.clear();
    forgetDrafts();
    sessionLost.leave();
    void router.navigate({ to: rulesOfArea[area].door });
  }, [client, router, area]);
};

/** What the page sends until it is reloaded or left is meant for the member for whom it was drawn. */
const useDrawnFor = ({ actor }: Session & object): void => {
  const [drawnFor] = useState(actor);
  useEffect(() => {
    actAs(drawnFor);
    return () => actAs(undefined);
  }, [drawnFor]);
};

/**
 * In a dialog over the page: asks a user whose session has ended to sign in again, and one whose session is now another's to reload.
 * It stands before the page, so that its effects run first: already the page's first queries say for whom the page was drawn.
 */
export const SessionKeeper = ({ session }: { readonly session: Session & object }) => {
  const client = useQueryClient();
  const leave = useLeave(session);
  useSavedPreferences(session);
  useDrawnFor(session);
  const state = useSyncExternalStore(sessionLost.onChange, sessionLost.state, sessionLost.state);
  const isLost = state === 'lost';
  const isImpersonating = session.impersonation !== null;
  useEffect(() => {
    // Staff who act as a seller would sign in as themselves, to another area.
    if (isLost && isImpersonating) leave();
  }, [isLost, isImpersonating, leave]);
  useEffect(() => {
    if (!isImpersonating) forgetOthersDrafts(draftOwnerOf(session));
  }, [session, isImpersonating]);
  useEffect(() => {
    sessionLost.enter();
    return sessionLost.leave;
  }, []);
  useEffect(
    () =>
      onOtherTabs((news) => {
        if (news === 'signed-out') {
          leave();
          return;
        }
        const continueSession = async () => {
          const current = await client
            .fetchQuery({ ...sessionQuery, staleTime: 0 })
            .catch(() => null);
          if (current === null) return;
          if (!isSameMember(current, session)) return window.location.reload();
          sessionLost.regain();
          await client.invalidateQueries();
        };
        void continueSession();
      }),
    [client, session, leave],
  );
  return (
    <>
      <Suspense fallback={null}>
        {isLost && !isImpersonating && <SignInAgain session={session} onLeave={leave} />}
        {state === 'other' && <OtherMember />}
      </Suspense>
      {state === 'held' && <StepUp />}
    </>
  );
};
