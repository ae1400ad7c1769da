import { useEffect } from 'react';

const ask = (event: BeforeUnloadEvent): void => event.preventDefault();

/**
 * Asks before the page is left (checkout.7). Listens only while needed: some browsers do not restore a page with this listener from the
 * back-forward cache.
 */
export const useLeavePrompt = (isNeeded: boolean): void => {
  useEffect(() => {
    if (!isNeeded) return undefined;
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isNeeded]);
};
