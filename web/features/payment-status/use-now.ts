import { useEffect, useState } from 'react';

/** About the server's time, in milliseconds since 1970. It begins with the time of rendering, so that server and browser render the same. */
export const useNow = (serverNow: string, isTicking: boolean): number => {
  const [now, setNow] = useState(() => Date.parse(serverNow));
  const [clockLead] = useState(() => Date.now() - Date.parse(serverNow));
  useEffect(() => {
    if (!isTicking) return undefined;
    const tick = () => setNow(Date.now() - clockLead);
    tick();
    const timer = setInterval(tick, 1_000);
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [clockLead, isTicking]);
  return now;
};
