import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import type { RouterHistory } from '@tanstack/react-router';
import { routeTree } from './route-tree.gen.ts';

/** Whether the router restores the scroll position: not at first, if the user scrolled before hydration. */
const restoresScroll = (): (() => boolean) => {
  let isFirst = true;
  return () => {
    const hasScrolled = isFirst && scrollY > 0;
    isFirst = false;
    return !hasScrolled;
  };
};

/** @param drawnAt the history for a render at the server; a browser uses its own */
export const makeRouter = (queryClient: QueryClient, drawnAt?: RouterHistory) =>
  createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: 'intent',
    // Drops parameters that other sites add to a link (`utm_source`): the API rejects them.
    search: { strict: true },
    scrollRestoration: drawnAt === undefined && restoresScroll(),
    ...(drawnAt && { history: drawnAt }),
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
