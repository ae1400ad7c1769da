import { useEffect } from 'react';

const ask = (event: BeforeUnloadEvent): void => event.preventDefault();

/** Attached while needed (checkout.7): some browsers do not restore a page with it from the back-forward cache. */
export const useLeavePrompt = (isNeeded: boolean): void => {
  useEffect(() => {
    if (!isNeeded) return undefined;
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isNeeded]);
};
