import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Link, Outlet } from '@tanstack/react-router';
import { Toaster } from 'sonner';
import { usePreferences } from '#/web/backoffice/preferences.tsx';
import { buttonClass } from '#/web/ui/button.tsx';
import { ErrorCard, PageNotFound } from '#/web/ui/states.tsx';
import { useTexts } from '#/web/ui/texts.ts';

const Root = () => {
  const { theme } = usePreferences();
  return (
    <>
      <Outlet />
      <Toaster theme={theme} position="bottom-right" closeButton />
    </>
  );
};

const NotFound = () => {
  const { states } = useTexts();
  return (
    <main>
      <PageNotFound
        action={
          <Link to="/" className={buttonClass()}>
            {states.home}
          </Link>
        }
      />
    </main>
  );
};

export const Route = createRootRouteWithContext<{ readonly queryClient: QueryClient }>()({
  component: Root,
  notFoundComponent: NotFound,
  errorComponent: ({ error }) => (
    <ErrorCard error={error} onRetry={() => window.location.reload()} />
  ),
});
