import { useEffect, useState } from 'react';

/** The delay in browsers without idle callbacks, such as Safari; it leaves a page time to render its main content. */
const SOON_MILLISECONDS = 1_500;

/** True once the browser has time for background work, at the latest about three seconds after hydration. */
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
