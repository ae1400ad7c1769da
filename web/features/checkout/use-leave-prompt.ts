import { useEffect } from 'react';

const ask = (event: BeforeUnloadEvent): void => event.preventDefault();

/**
 * Makes the browser ask before the page is left (checkout.7). Only while there is something to lose: the handler alone would
 * keep the page out of the back-forward cache.
 */
export const useLeavePrompt = (isNeeded: boolean): void => {
  useEffect(() => {
    if (!isNeeded) return undefined;
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isNeeded]);
};
