import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, lazyRouteComponent } from '@tanstack/react-router';

/** The error pages are loaded on an error, so that the entry stays small. */
export const Route = createRootRouteWithContext<{ readonly queryClient: QueryClient }>()({
  notFoundComponent: lazyRouteComponent(() => import('#/web/backoffice/dead-ends.tsx'), 'NotFound'),
  errorComponent: lazyRouteComponent(() => import('#/web/backoffice/dead-ends.tsx'), 'Crashed'),
});
