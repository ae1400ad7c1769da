import { CSPProvider } from '@base-ui/react/csp-provider';
import type { QueryClient } from '@tanstack/react-query';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, Suspense, useEffect } from 'react';
import { PreferencesProvider } from './account/preferences.tsx';
import type { makeRouter } from './router.ts';

interface AppProps {
  readonly queryClient: QueryClient;
  readonly router: ReturnType<typeof makeRouter>;
  /** Called after hydration. */
  readonly onAlive?: () => void;
}

/** The root of the back office. Server and browser must render the same. */
export const App = ({ queryClient, router, onAlive }: AppProps) => {
  useEffect(() => onAlive?.(), [onAlive]);
  return (
    <StrictMode>
      {/* Our Content-Security-Policy forbids style elements added at run time. */}
      <CSPProvider disableStyleElements>
        <QueryClientProvider client={queryClient}>
          <PreferencesProvider>
            <Suspense>
              <RouterProvider router={router} />
            </Suspense>
          </PreferencesProvider>
        </QueryClientProvider>
      </CSPProvider>
    </StrictMode>
  );
};
