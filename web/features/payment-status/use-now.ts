import { useEffect, useState } from 'react';

/**
 * The server's time in milliseconds, every second while `isTicking`. Starts at what the server rendered, so that both
 * sides draw the same, and trusts the phone only for how much time went by.
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
