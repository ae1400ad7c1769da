import { CSPProvider } from '@base-ui/react/csp-provider';
import type { QueryClient } from '@tanstack/react-query';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, Suspense, useEffect } from 'react';
import { PreferencesProvider } from './preferences.tsx';
import type { makeRouter } from './router.ts';

interface AppProps {
  readonly queryClient: QueryClient;
  readonly router: ReturnType<typeof makeRouter>;
  /** Called once hands can be answered. */
  readonly onAlive?: () => void;
}

/** The back office as the browser draws it, and the server first: what both draw must be the same. */
export const App = ({ queryClient, router, onAlive }: AppProps) => {
  useEffect(() => onAlive?.(), [onAlive]);
  return (
    <StrictMode>
      {/* Our policy refuses styles that are written into the page. */}
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
