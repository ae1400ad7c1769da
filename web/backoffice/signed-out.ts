import type { QueryClient } from '@tanstack/react-query';
import type { makeRouter } from './router.ts';

/** A session that ended leads to its own door, and from there back to this very place. */
export const signedOut = (
  router: ReturnType<typeof makeRouter>,
  queryClient: QueryClient,
): void => {
  const { href, pathname } = router.state.location;
  if (pathname.endsWith('login')) return;
  const to = pathname.startsWith('/admin-root') ? '/admin-root-login' : '/login';
  queryClient.removeQueries();
  void router.navigate({ to, search: { next: href, expired: true }, replace: true });
};
