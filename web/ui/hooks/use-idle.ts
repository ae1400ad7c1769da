import { useEffect, useState } from 'react';

/** For browsers without idle callbacks, such as Safari. */
const SOON_MILLISECONDS = 1_500;

/** True once the browser is idle, about three seconds after hydration at the latest. */
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
