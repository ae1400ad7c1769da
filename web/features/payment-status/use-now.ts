import { useEffect, useState } from 'react';

/** Server time in milliseconds; at first that of the render, so that server and browser render the same. */
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
