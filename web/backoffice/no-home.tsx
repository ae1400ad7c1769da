import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { signOut } from '#/web/features/session/sign-in.ts';
import { useLanguage } from '#/web/lib/i18n.ts';
import { failureText } from '#/web/lib/rpc.ts';
import { Button } from '#/web/ui/button.tsx';
import { NoPermission } from '#/web/ui/states.tsx';
import { useDocumentTitle } from '#/web/ui/hooks/use-document-title.ts';
import { useTexts } from '#/web/i18n/texts.ts';

/** For staff without permissions: they can only sign out. */
export const NoHome = () => {
  const { shell, states } = useTexts();
  const router = useRouter();
  const client = useQueryClient();
  const language = useLanguage();
  const [failure, setFailure] = useState<unknown>();
  useDocumentTitle(states.forbiddenTitle);
  const leave = async () => {
    try {
      await signOut();
    } catch (error) {
      setFailure(error);
      return;
    }
    client.clear();
    await router.navigate({ to: '/admin-root-login' });
  };
  return (
    <main className="grid min-h-dvh place-items-center">
      <div>
        <NoPermission
          isPage
          action={<Button onClick={() => void leave()}>{shell.signOut}</Button>}
        />
        <p role="alert" className="px-4 text-center text-negative empty:hidden">
          {failure !== undefined && failureText(failure, language)}
        </p>
      </div>
    </main>
  );
};
