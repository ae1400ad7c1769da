import { lazy, Suspense, useSyncExternalStore } from 'react';
import { stepUpQuestion } from '#/web/lib/step-up.ts';

// Lazy: seldom needed.
const StepUpDialog = lazy(() => import('./step-up-dialog.tsx'));

/** Asks for the password or a code while a write waits for it. */
export const StepUp = () => {
  const { onChange, asks } = stepUpQuestion;
  const proof = useSyncExternalStore(onChange, asks, asks);
  return (
    <Suspense fallback={null}>{proof !== undefined && <StepUpDialog asks={proof} />}</Suspense>
  );
};
