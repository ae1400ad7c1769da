import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { signOut } from '#/web/features/session/sign-in.ts';
import { tellTabs } from '#/web/lib/session-news.ts';
import { Button } from '#/web/ui/button.tsx';
import { NoPermission } from '#/web/ui/states.tsx';
import { useDocumentTitle } from '#/web/ui/use-document-title.ts';
import { useTexts } from '#/web/i18n/texts.ts';

/** For staff without any permission: they can only sign out. */
export const NoHome = () => {
  const { shell, states } = useTexts();
  const router = useRouter();
  const client = useQueryClient();
  useDocumentTitle(states.forbiddenTitle);
  const leave = async () => {
    await signOut().catch(() => undefined);
    tellTabs('signed-out');
    client.clear();
    await router.navigate({ to: '/admin-root-login' });
  };
  return (
    <main className="grid min-h-dvh place-items-center">
      <NoPermission isPage action={<Button onClick={() => void leave()}>{shell.signOut}</Button>} />
    </main>
  );
};
