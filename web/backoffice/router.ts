import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import type { RouterHistory } from '@tanstack/react-router';
import { routeTree } from './route-tree.gen.ts';

/** Pages begin at their top, or where they were left; whoever scrolled the first one before it was alive stays there. */
const restoresScroll = (): (() => boolean) => {
  let isFirst = true;
  return () => {
    const hasScrolled = isFirst && scrollY > 0;
    isFirst = false;
    return !hasScrolled;
  };
};

/** @param drawnAt where the server draws, which scrolls nothing; a browser has its own history */
export const makeRouter = (queryClient: QueryClient, drawnAt?: RouterHistory) =>
  createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: 'intent',
    // What others add to a link (`utm_source`, `fbclid`) is no filter, and the API knows none of it.
    search: { strict: true },
    scrollRestoration: drawnAt === undefined && restoresScroll(),
    ...(drawnAt && { history: drawnAt }),
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
