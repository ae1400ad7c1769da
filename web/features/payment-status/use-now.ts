import { useEffect, useState } from 'react';

/**
 * Returns the server's time in milliseconds, updated every second while `isTicking`. The first value is the time of the server's
 * render, so that server and browser render the same. The phone's clock only measures the time since hydration.
 */
export const useNow = (serverNow: string, isTicking: boolean): number => {
  const [now, setNow] = useState(() => Date.parse(serverNow));
  const [ahead] = useState(() => Date.now() - Date.parse(serverNow));
  useEffect(() => {
    if (!isTicking) return undefined;
    const tick = () => setNow(Date.now() - ahead);
    tick();
    const timer = setInterval(tick, 1_000);
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [ahead, isTicking]);
  return now;
};
