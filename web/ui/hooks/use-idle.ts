import { useEffect, useState } from 'react';

/** Fallback delay for Safari, which has no idle callbacks; after it a page has usually rendered its main content. */
const SOON_MILLISECONDS = 1_500;

/** True once the browser has time for background work, at the latest after three seconds. */
export const useIdle = (): boolean => {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(() => setIdle(true), SOON_MILLISECONDS);
      return () => clearTimeout(timer);
    }
    const handle = requestIdleCallback(() => setIdle(true), { timeout: 2 * SOON_MILLISECONDS });
    return () => cancelIdleCallback(handle);
  }, []);
  return isIdle;
};
