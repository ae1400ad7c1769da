import { lazyDialog } from '#/web/ui/lazy-dialog.tsx';

export const marking = lazyDialog(() => import('./mark-dialog.tsx'));
export const reverting = lazyDialog(() => import('./revert-dialog.tsx'));
