import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { takeFirstAnswers } from './first-answers.ts';
import { PreferencesProvider } from './preferences.tsx';
import { makeQueryClient } from './query-client.ts';
import { makeRouter } from './router.ts';
import './styles.css';

takeFirstAnswers();

const queryClient = makeQueryClient();
const router = makeRouter(queryClient);

const root = document.querySelector('#root');
if (!root) throw new Error('index.html has no #root');

createRoot(root).render(
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
  </StrictMode>,
);
