import { useEffect } from 'react';

const ask = (event: BeforeUnloadEvent): void => event.preventDefault();

/**
 * Makes the browser ask before the page is left (checkout.7). The handler is attached only while `isNeeded`, because some browsers keep a
 * page with such a handler out of the back-forward cache.
 */
export const useLeavePrompt = (isNeeded: boolean): void => {
  useEffect(() => {
    if (!isNeeded) return undefined;
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isNeeded]);
};
