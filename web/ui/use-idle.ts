import { useEffect, useState } from 'react';

/** Safari has no idle callbacks; by then a page has done its first work. */
const SOON_MILLISECONDS = 1_500;

/** True once the page has drawn what it was opened for, and may do what nobody waits for. */
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
