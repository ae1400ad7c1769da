import { useBlocker } from '@tanstack/react-router';
import { lazyDialog } from './lazy-dialog.tsx';

const { Dialog: LeaveDialog } = lazyDialog(() => import('./leave-dialog.tsx'));

/** Asks before a user leaves unsaved input: in a dialog or, when the tab is closed, by the browser. */
export const LeaveGuard = ({ hasUnsaved }: { readonly hasUnsaved: boolean }) => {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => hasUnsaved,
    enableBeforeUnload: hasUnsaved,
    withResolver: true,
  });
  return (
    <LeaveDialog open={status === 'blocked'} onStay={() => reset?.()} onLeave={() => proceed?.()} />
  );
};
