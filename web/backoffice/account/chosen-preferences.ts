import { useEffect, useEffectEvent } from 'react';
import type { Session } from '#/api/contract/session.ts';
import { usePreferences } from './preferences.tsx';

/** Shows the page in the language and theme that the user has chosen, whatever this browser showed before. */
export const useChosenPreferences = ({ preferences: chosen }: Session & object): void => {
  const { setTheme, setLanguage, ...shown } = usePreferences();
  const apply = useEffectEvent(() => {
    const { language, theme } = chosen;
    if (language !== null && language !== shown.language) setLanguage(language);
    if (theme !== null && theme !== shown.theme) setTheme(theme);
  });
  useEffect(() => apply(), [chosen]);
};
