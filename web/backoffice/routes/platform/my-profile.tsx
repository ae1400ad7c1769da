import { createFileRoute, getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { MyReceiver } from '#/web/features/receivers/my-receiver.tsx';
import type { StoredInput } from '#/web/features/receivers/receiver-draft.ts';
import { draftOwnerOf } from '#/web/backoffice/account/draft-owner.ts';
import { draftOf } from '#/web/lib/drafts.ts';
import { useIdle } from '#/web/ui/hooks/use-idle.ts';

// Lazy: below a long form.
const ProfileSections = lazy(() => import('#/web/backoffice/account/profile-sections.tsx'));
const Impersonations = lazy(() => import('#/web/features/session/impersonations.tsx'));

const platform = getRouteApi('/platform');

const Screen = () => {
  const isIdle = useIdle();
  const { session } = platform.useRouteContext();
  // Staff who impersonate the seller must not see unsaved input.
  const draft =
    session.impersonation === null
      ? draftOf<StoredInput>(draftOwnerOf(session), 'receiver', 2)
      : undefined;
  return (
    <MyReceiver stored={draft}>
      {isIdle && (
        <Suspense>
          {session.impersonation === null && <ProfileSections session={session} />}
          <Impersonations />
        </Suspense>
      )}
    </MyReceiver>
  );
};

export const Route = createFileRoute('/platform/my-profile')({ component: Screen });
