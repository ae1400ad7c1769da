import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import type { RouterHistory } from '@tanstack/react-router';
import { routeTree } from './route-tree.gen.ts';

/** @param drawnAt where the server draws, which scrolls nothing; a browser has its own history */
export const makeRouter = (queryClient: QueryClient, drawnAt?: RouterHistory) =>
  createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: 'intent',
    // What others add to a link (`utm_source`, `fbclid`) is no filter, and the API knows none of it.
    search: { strict: true },
    scrollRestoration: drawnAt === undefined,
    ...(drawnAt && { history: drawnAt }),
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
