import { useEffect, useEffectEvent } from 'react';
import type { Session } from '#/api/contract/session.ts';
import { usePreferences } from './preferences.tsx';

/** Applies the user's saved language and theme, whatever this browser showed before. */
export const useSavedPreferences = ({ preferences: saved }: Session & object): void => {
  const { setTheme, setLanguage, ...current } = usePreferences();
  const apply = useEffectEvent(() => {
    const { language, theme } = saved;
    if (language !== null && language !== current.language) setLanguage(language);
    if (theme !== null && theme !== current.theme) setTheme(theme);
  });
  useEffect(() => apply(), [saved]);
};
