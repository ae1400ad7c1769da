import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, lazyRouteComponent } from '@tanstack/react-router';

/** Renders nothing itself, so that the entry stays small: the error pages are loaded only on an error. */
export const Route = createRootRouteWithContext<{ readonly queryClient: QueryClient }>()({
  notFoundComponent: lazyRouteComponent(() => import('#/web/backoffice/dead-ends.tsx'), 'NotFound'),
  errorComponent: lazyRouteComponent(() => import('#/web/backoffice/dead-ends.tsx'), 'Crashed'),
});
